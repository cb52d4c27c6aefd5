import { vi } from 'vitest'

/** For tests: the server's end of the socket. */
export class SocketStandIn {
  static readonly OPEN = 1
  static last: SocketStandIn | undefined
  readyState = 0
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void
  readonly sent: Record<string, unknown>[] = []

  constructor() {
    SocketStandIn.last = this
  }
  send(frame: string) {
    this.sent.push(JSON.parse(frame))
  }
  close(code = 1005) {
    if (this.readyState === 3) return
    this.readyState = 3
    this.onclose?.({ code })
  }
  says(frame: object) {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
  welcomes(retentionDays = 7) {
    this.readyState = SocketStandIn.OPEN
    this.onopen?.()
    this.says({ type: 'authenticated', userId: 1, retentionDays })
  }
  /** The sent frames of one type, without the type. */
  of(type: string) {
    return this.sent.flatMap(({ type: its, ...rest }) => (its === type ? [rest] : []))
  }
}

/** Lets the product open sockets to this stand-in. */
export function standInForSockets() {
  vi.stubGlobal('WebSocket', SocketStandIn)
  SocketStandIn.last = undefined
}

/** The latest socket that the product has opened. */
export function theSocket(): SocketStandIn {
  if (!SocketStandIn.last) throw new Error('No socket has been opened.')
  return SocketStandIn.last
}
