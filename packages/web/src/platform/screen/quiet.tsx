import { Component, type ReactNode } from 'react'
import { isOffline } from '../browser/network.ts'
import { errorTitle, noConnection, notify } from './notices.ts'

type Props = { children: ReactNode; fallback?: ReactNode; onFailed?: () => void }

/** For parts outside the screen, so that their errors do not affect the screen. */
export class Quiet extends Component<Props> {
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

/** The user asked for a part whose code cannot be loaded; if he insists, a new page may know its address. */
export function sayUnavailable() {
  if (hasSaid && !isOffline()) return location.reload()
  hasSaid = true
  notify({ title: errorTitle, description: noConnection, tone: 'destructive' })
}
