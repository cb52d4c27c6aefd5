import { Trans } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import type { ReactNode } from 'react'

export type StepProps = {
  onNext: () => void
  /** Locates the browser; announces a failure itself. */
  locate: () => Promise<{ latitude: number; longitude: number } | undefined>
}

/** A question, why it is asked, and its answer. */
export function Question({ title, why, children }: { title: ReactNode; why: ReactNode; children: ReactNode }) {
  return (
    <>
      <h2 tabIndex={-1}>{title}</h2>
      <p className="mt-1 mb-4 max-w-[56ch] text-ink-2">{why}</p>
      {children}
    </>
  )
}

type Props = { onSkip: () => void; onGo?: () => void; isBusy?: boolean }

/** Continues to the next question, answered or not. */
export function Onward({ onSkip, onGo, isBusy = false }: Props) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2.5">
      {onGo && (
        <Button variant="do" className="phone:flex-1" busy={isBusy} onClick={onGo}>
          <Trans>Continue</Trans>
        </Button>
      )}
      <Button variant="ghost" disabled={isBusy} onClick={onSkip}>
        <Trans>Skip</Trans>
      </Button>
    </div>
  )
}
