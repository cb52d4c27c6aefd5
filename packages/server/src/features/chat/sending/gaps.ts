import type { Positions } from './positions.ts'

/** A chat with messages that were not delivered here. */
export interface Gap {
  /** The lowest number that is known to be missing. */
  from: number
  senderId: number
  audience: readonly number[]
}

/** The chats with messages that this node still has to read, and then to deliver. */
export class Gaps {
  readonly #given: Positions
  #missing = new Map<number, Gap>()
  /** Those being read now. */
  #asked: ReadonlyMap<number, Gap> = new Map()

  constructor(given: Positions) {
    this.#given = given
  }

  get hasMissing(): boolean {
    return this.#missing.size > 0
  }

  has(chatId: number): boolean {
    return this.#missing.has(chatId) || this.#asked.has(chatId)
  }

  /** Records that this message of a chat, and perhaps some before it, must be read. */
  add(chatId: number, seq: number, members: Pick<Gap, 'senderId' | 'audience'>): void {
    const last = this.#given.of(chatId)
    if (last !== undefined && last >= seq) return
    const from = Math.min(this.#missing.get(chatId)?.from ?? seq, seq)
    this.#missing.set(chatId, { from, senderId: members.senderId, audience: members.audience })
  }

  /** Reads everything missing, then what was added during that. What cannot be read stays missing. */
  async fill(read: (gaps: ReadonlyMap<number, Gap>) => Promise<void>): Promise<void> {
    while (this.hasMissing) {
      this.#asked = this.#missing
      this.#missing = new Map()
      try {
        await read(this.#asked)
      } catch (error) {
        for (const [chatId, gap] of this.#asked) this.add(chatId, gap.from, gap)
        throw error
      } finally {
        this.#asked = new Map()
      }
    }
  }
}
