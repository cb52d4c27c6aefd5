import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { EmptyState } from './empty-state.tsx'

type Props = {
  title: ReactNode
  children?: ReactNode
  retryLabel: ReactNode
  onRetry: () => void
  /** An action next to the retry, such as a way back. */
  action?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
  className?: string
}

/** An error, announced at once, with a retry button: the main action where nothing else is on the screen. */
export function ErrorState({ title, children, retryLabel, onRetry, action, heading = 'h2', className }: Props) {
  return (
    <Card role="alert" className={className}>
      <EmptyState
        illustration="error"
        title={title}
        heading={heading}
        action={
          <>
            <Button variant={heading === 'h1' ? 'do' : 'secondary'} icon="refresh" onClick={onRetry}>
              {retryLabel}
            </Button>
            {action}
          </>
        }
      >
        {children}
      </EmptyState>
    </Card>
  )
}
