import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import type { ReactNode } from 'react'
import { isOffline } from '../browser/network.ts'
import { noConnection } from '../screen/notices.ts'
import { CallError } from './call.ts'

type Props = { error?: unknown; children: ReactNode; onRetry: () => void; className?: string }

/** A failed read without earlier data to show, in a few lines for part of a screen. */
export function PartFailed({ error, children, onRetry, className }: Props) {
  return (
    <div role="alert" className={className}>
      <p className="mb-3">
        <WhyFailed error={error}>{children}</WhyFailed>
      </p>
      <Button size={44} icon="refresh" onClick={onRetry}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  )
}

/** The sentence for a failed read; offline, that it needs a connection. */
export function WhyFailed({ error, children }: { error?: unknown; children?: ReactNode }) {
  const { t } = useLingui()
  return isOffline() || (error instanceof CallError && error.code === 'offline') ? t(noConnection) : children
}
