import type { Message } from '@papadag/contract/chat'

/** What one screen of a chat was given over one connection, in the order it came. */
export interface Connection {
  /** Numbers of the messages it was sent by itself. */
  told: number[]
  /** How far the history went that it had asked for first; undefined when it never came. */
  caughtUpTo: number | undefined
}

/** Everything that happened in one chat. */
export interface Chat {
  /** What each sender wrote, in his order. */
  written: readonly (readonly string[])[]
  /** What the server has acknowledged. */
  acknowledged: readonly Message[]
  /** What is stored in the end. */
  stored: readonly Message[]
  screens: readonly { seen: ReadonlyMap<number, number>; connections: readonly Connection[] }[]
}

export interface Verdict {
  acknowledged: number
  /** Acknowledged and not stored, or stored and not on a screen in the end. */
  lost: number
  /** Stored twice, or given twice over one connection. */
  doubled: number
  /** Not in its sender's order, not in the chat's order, or beside a gap. */
  outOfOrder: number
}

/** Compares what was promised with what there is. */
export function judge(chats: readonly Chat[]): Verdict {
  const verdict = { acknowledged: 0, lost: 0, doubled: 0, outOfOrder: 0 }
  for (const chat of chats) {
    verdict.acknowledged += chat.acknowledged.length
    verdict.lost += lostIn(chat)
    verdict.doubled += doubledIn(chat)
    verdict.outOfOrder += outOfOrderIn(chat)
  }
  return verdict
}

function lostIn({ acknowledged, stored, screens }: Chat): number {
  const bySeq = new Map(stored.map(message => [message.seq, message]))
  const gone = acknowledged.filter(({ seq, id, content }) => {
    const found = bySeq.get(seq)
    return found?.id !== id || found.content !== content
  })
  const unseen = screens.map(({ seen }) => stored.filter(({ seq, id }) => seen.get(seq) !== id).length)
  return gone.length + sum(unseen)
}

function doubledIn({ stored, screens }: Chat): number {
  const told = screens.flatMap(({ connections }) => connections.map(({ told }) => told.length - new Set(told).size))
  return stored.length - new Set(stored.map(({ content }) => content)).size + sum(told)
}

function outOfOrderIn({ written, stored, screens }: Chat): number {
  const place = new Map(stored.map(({ content, seq }) => [content, seq]))
  const bySender = written.map(contents => backwards(contents.flatMap(content => place.get(content) ?? [])))
  const gaps = stored.filter(({ seq }, index) => seq !== (stored[index - 1]?.seq ?? 0) + 1).length
  const onScreens = screens.flatMap(({ connections }) =>
    connections.map(({ told, caughtUpTo }) => {
      // After what it had asked for, each message is the next one.
      const next = caughtUpTo === undefined ? [] : [...new Set(told)].filter(seq => seq > caughtUpTo)
      return backwards(told) + next.filter((seq, index) => seq !== (caughtUpTo ?? 0) + index + 1).length
    }),
  )
  return sum(bySender) + gaps + sum(onScreens)
}

const backwards = (numbers: readonly number[]) =>
  numbers.filter((number, index) => number < (numbers[index - 1] ?? 0)).length
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
