type Channel<T> = Pick<BroadcastChannel, 'onmessage'> & { postMessage(message: T): void }

/** A channel to this browser's other tabs; in a browser without one, each learns from the server's next reply. */
export function openChannel<T>(name: string): Channel<T> {
  try {
    return new BroadcastChannel(name)
  } catch {
    return { onmessage: null, postMessage() {} }
  }
}
