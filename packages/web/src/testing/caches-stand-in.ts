import { vi } from 'vitest'

/** Stands in for the browser's caches, which the test environment lacks; returns what is in them, by name and address. */
export function standInForCaches(): Map<string, Map<string, Response>> {
  const stored = new Map<string, Map<string, Response>>()
  const addressOf = (request: unknown) => (request instanceof Request ? new URL(request.url).pathname : String(request))
  const open = async (name: string) => {
    const cache = stored.get(name) ?? new Map<string, Response>()
    stored.set(name, cache)
    return {
      match: async (request: unknown) => cache.get(addressOf(request))?.clone(),
      put: async (request: unknown, response: Response) => void cache.set(addressOf(request), response),
      keys: async () => [...cache.keys()].map(address => new Request(new URL(address, location.origin))),
      delete: async (request: unknown) => cache.delete(addressOf(request)),
    }
  }
  vi.stubGlobal('caches', {
    open,
    has: async (name: string) => stored.has(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  })
  return stored
}
