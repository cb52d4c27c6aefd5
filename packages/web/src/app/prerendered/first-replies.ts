const replies = new Map<string, Promise<Response>>()
let send: typeof fetch | undefined

/** Reads a reply that the page has requested, and leaves it to the app, whose first call of this address gets it. */
export async function read<T>(path: string): Promise<T> {
  send ??= handOver(globalThis.fetch)
  const reply = send(path)
  replies.set(path, reply)
  const copy = (await reply).clone()
  if (!copy.ok) throw new Error(`${path} answers ${copy.status}`)
  return copy.json()
}

/** What the app has not asked for by now would be too old. */
export function forget() {
  replies.clear()
  if (send) globalThis.fetch = send
  send = undefined
}

/** Here, since the app's other pages have no such replies. */
function handOver(own: typeof fetch): typeof fetch {
  globalThis.fetch = (input, init) => {
    // A write, logging out for example, may change what they say.
    if ((init?.method ?? 'GET') !== 'GET') forget()
    const path = String(input)
    const reply = replies.get(path)
    replies.delete(path)
    return reply ?? own(input, init)
  }
  return own
}
