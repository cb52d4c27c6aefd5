/** How long a chat's position is remembered after its last message. */
const rememberMs = 300_000

/** The last number that this node has delivered in each chat. */
export class Positions {
  /** Ordered by last use. */
  readonly #given = new Map<number, { seq: number; atMs: number }>()

  of(chatId: number): number | undefined {
    return this.#given.get(chatId)?.seq
  }

  /** Moves a chat on to this number; returns false if it has been delivered before. */
  advance(chatId: number, seq: number): boolean {
    const last = this.of(chatId)
    if (last !== undefined && last >= seq) return false
    // Deleted first, since an entry that is set again keeps its position.
    this.#given.delete(chatId)
    this.#given.set(chatId, { seq, atMs: performance.now() })
    return true
  }

  forgetOld(): void {
    const beforeMs = performance.now() - rememberMs
    for (const [chatId, { atMs }] of this.#given) {
      if (atMs > beforeMs) return
      this.#given.delete(chatId)
    }
  }
}
