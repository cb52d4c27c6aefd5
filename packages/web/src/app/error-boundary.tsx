import { Trans } from '@lingui/react/macro'
import { ErrorState } from '@papadag/ui/error-state'
import { Component, type ReactNode } from 'react'
import { forgetFailedPages, PageUnavailable } from './pages.ts'

type Props = { children: ReactNode }
type State = { error: unknown; attempt: number }

/** Catches what nobody expected while drawing; specification 2. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, attempt: 0 }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  retry = () => {
    // The code of a page is gone when a newer version of the app is out: only the new page knows where it is now.
    if (this.state.error instanceof PageUnavailable && navigator.onLine) location.reload()
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
