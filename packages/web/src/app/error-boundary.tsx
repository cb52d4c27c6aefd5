import { Trans } from '@lingui/react/macro'
import { ErrorState } from '@papadag/ui/error-state'
import { Component, type ReactNode } from 'react'
import { errorTitle, noConnection, notify } from '../platform/notices.ts'
import { markUsable } from '../platform/usable.ts'
import { forgetFailedPages } from './pages.ts'

type Props = { children: ReactNode }
type State = { error: unknown; attempt: number }

// What browsers, and the preloading of the build, say of code that cannot be had. React never asks for it again.
const noCode = /import|preload/i

/** Catches what nobody expected while drawing; specification 2. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, attempt: 0 }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  override componentDidCatch() {
    markUsable()
  }

  retry = () => {
    // Code is gone when a newer version of the app is out: only the new page knows where it is now.
    if (noCode.test(String(this.state.error)) && navigator.onLine) location.reload()
    else {
      forgetFailedPages()
      this.setState(({ attempt }) => ({ error: undefined, attempt: attempt + 1 }))
    }
  }

  override render() {
    if (this.state.error === undefined) return <Again key={this.state.attempt}>{this.props.children}</Again>
    return (
      <ErrorState
        heading="h1"
        className="mx-auto max-w-120 rounded-kap-l!"
        title={<Trans>Something went wrong</Trans>}
        retryLabel={<Trans>Retry</Trans>}
        onRetry={this.retry}
      >
        <Trans>An error occurred. Please try again later.</Trans>
      </ErrorState>
    )
  }
}

/** Remounted by its key, so that nothing of the failed attempt stays. */
function Again({ children }: Props) {
  return children
}

type QuietProps = Props & { fallback?: ReactNode; onFailed?: () => void }

/** Around what stands beside the screen: when that fails, nothing else goes with it. */
export class Quiet extends Component<QuietProps> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })

  override componentDidCatch() {
    this.props.onFailed?.()
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}

let hasSaid = false

/** He has asked for a part whose code cannot be had; when he insists, a new page may know where it is. */
export function sayUnavailable() {
  if (hasSaid && navigator.onLine) return location.reload()
  hasSaid = true
  notify({ title: errorTitle, description: noConnection, tone: 'destructive' })
}
