import { Trans } from '@lingui/react/macro'
import { editSettings } from '@papadag/contract/users/users'
import { Button } from '@papadag/ui/button'
import { type ComponentProps, useState } from 'react'
import { type Outcome, useWrite } from '../../../platform/data/data.ts'
import { roughly } from './roughly.ts'

type Position = { latitude: number; longitude: number }

type Props = Pick<ComponentProps<typeof Button>, 'size' | 'className'> & {
  /** Locates the browser; announces a failure itself. */
  locate: () => Promise<Position | undefined>
  outcome: Outcome<typeof editSettings>
}

/** Saves roughly where the device is as where he lives. */
export function AtHomeButton({ locate, outcome, ...look }: Props) {
  const [isLocating, setIsLocating] = useState(false)
  const place = useWrite(editSettings, outcome)
  async function here() {
    setIsLocating(true)
    const position = await locate()
    setIsLocating(false)
    if (position) place.mutate({ body: { neighbourhood: roughly(position) } })
  }
  return (
    <Button {...look} icon="locate" busy={isLocating || place.isPending} onClick={() => void here()}>
      <Trans>I am at home now</Trans>
    </Button>
  )
}
