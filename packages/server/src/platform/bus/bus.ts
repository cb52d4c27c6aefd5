/** Wakes the other nodes, and this one. It carries no authoritative data: the database does. */
export interface Bus {
  /**
   * Tells every node, including this one, perhaps more than once; if the others cannot be reached, at least this one.
   */
  publish(topic: string, payload: unknown): Promise<void>
  subscribe(topic: string, listener: (payload: unknown) => void): void
  /** Called when a lost connection is back: what others published until then was missed. */
  onGap(listener: () => void): void
  /** Whether this node receives what other nodes publish. */
  isConnected(): boolean
  /**
   * Whether no other node receives this one's messages; not yet true of one that began to listen within the last
   * seconds.
   */
  isAlone(): boolean
  close(): Promise<void>
}

export function createListeners() {
  const listeners = new Map<string, ((payload: unknown) => void)[]>()
  return {
    add(topic: string, listener: (payload: unknown) => void) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    tell(topic: string, payload: unknown) {
      for (const listener of listeners.get(topic) ?? []) listener(payload)
    },
  }
}

/** The bus of a single process. */
export function createLocalBus(): Bus {
  const listeners = createListeners()
  return {
    publish: async (topic, payload) => listeners.tell(topic, payload),
    subscribe: listeners.add,
    onGap() {},
    isConnected: () => true,
    isAlone: () => false,
    close: async () => {},
  }
}
