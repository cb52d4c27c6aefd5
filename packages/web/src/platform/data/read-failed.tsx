import { useLingui } from '@lingui/react/macro'
import { ErrorState } from '@papadag/ui/states/error-state'
import type { ComponentProps } from 'react'
import { WhyFailed } from './part-failed.tsx'

type Props = Omit<ComponentProps<typeof ErrorState>, 'retryLabel'> & { error?: unknown }

/** A failed read without earlier data to show. Offline it says that it needs a connection. */
export function ReadFailed({ error, children, ...props }: Props) {
  const { t } = useLingui()
  return (
    <ErrorState {...props} retryLabel={t`Retry`}>
      <WhyFailed error={error}>{children}</WhyFailed>
    </ErrorState>
  )
}
