import { Trans } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  onAskAgain?: () => void
  /** What he can ask for, if not another link. */
  label?: ReactNode
}

/** A mailed link that was used, has expired, or was not copied completely. */
export function BrokenLink({ onAskAgain, label = <Trans>Request a new link</Trans> }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // It replaces the form that had the focus.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <h1 ref={heading} tabIndex={-1}>
        <Trans>This link no longer works</Trans>
      </h1>
      <p className="text-ink-2">
        <Trans>It has already been used, or is too old.</Trans>
      </p>
      {onAskAgain && (
        <Button variant="do" className="w-full" onClick={onAskAgain}>
          {label}
        </Button>
      )}
    </div>
  )
}
