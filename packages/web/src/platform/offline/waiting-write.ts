import type { MessageDescriptor } from '@lingui/core'

/** A write waiting for a network. */
export type WaitingWrite = {
  /** The address of the request, and the key of a creation. A later write to it replaces this one. */
  address: string
  key?: string
  userId: number
  at: string
  input: object
  /** The part of its form that holds a file. */
  file?: string
  touches: string[]
  /** Distinguishes this write from a later one for the same address. */
  id: string
  queuedAtMs: number
  /** The title of the toast if it is refused. */
  refused: MessageDescriptor
}
