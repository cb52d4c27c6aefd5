import { useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { TextArea } from '@papadag/ui/fields/text-field'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<typeof TextArea>, 'label' | 'mark' | 'placeholder' | 'counter'> & {
  /** What he has written so far. */
  text: string
}

/** What a father says about himself. */
export function AboutField({ text, ...field }: Props) {
  const { t } = useLingui()
  return (
    <TextArea
      label={t`About you`}
      mark={t`(optional)`}
      placeholder={t`Father of… Loves… Never without…`}
      counter={`${[...text].length} / ${limits.bio}`}
      {...field}
    />
  )
}
