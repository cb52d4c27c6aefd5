import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ErrorState } from '@papadag/ui/states/error-state'
import { Component, type ReactNode } from 'react'
import { isOffline } from '../platform/browser/network.ts'
import { translate } from '../platform/language/translate.ts'
import { noConnection } from '../platform/screen/notices.ts'
import { markUsable } from '../platform/screen/usable.ts'
import { forgetFailedPages } from './pages.ts'

type Props = { children: ReactNode }
type State = { error: unknown; attempt: number }

// The errors of browsers, and of the build's preloading, for code that cannot be loaded. React never retries it.
const isWithoutCode = (error: unknown) => /import|preload/i.test(String(error))

/** Catches unexpected rendering errors; specification 2. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, attempt: 0 }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  override componentDidCatch() {
    markUsable()
  }

  retry = () => {
    // Code is missing after a newer version was deployed: only the new page knows its address.
    if (isWithoutCode(this.state.error) && !isOffline()) location.reload()
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
        {translate(
          isWithoutCode(this.state.error) && isOffline()
            ? noConnection
            : msg`An error occurred. Please try again later.`,
        )}
      </ErrorState>
    )
  }
}

/** Remounted by its key, so that no state of the failed attempt remains. */
function Again({ children }: Props) {
  return children
}
