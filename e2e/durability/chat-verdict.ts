import type { Message } from '@papadag/contract/chat'

/** The messages that a screen received over one connection, in order. */
export interface Connection {
  /** Numbers of the messages delivered to this screen. */
  told: number[]
  /** The last number of the history requested first; undefined if the history never arrived. */
  caughtUpTo: number | undefined
}

/** Everything that happened in one chat. */
export interface Chat {
  /** The messages of each sender, in his order. */
  written: readonly (readonly string[])[]
  /** The messages acknowledged by the server. */
  acknowledged: readonly Message[]
  /** The messages stored at the end. */
  stored: readonly Message[]
  screens: readonly { seen: ReadonlyMap<number, number>; connections: readonly Connection[] }[]
}

export interface Verdict {
  acknowledged: number
  /** Acknowledged but not stored, or stored but missing from a screen at the end. */
  lost: number
  /** Stored twice, or delivered twice over one connection. */
  doubled: number
  /** Out of the sender's order, out of the chat's order, or next to a gap. */
  outOfOrder: number
}

/** Compares acknowledged with stored and delivered messages. */
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
      // After the requested history, each message must have the next number.
      const next = caughtUpTo === undefined ? [] : [...new Set(told)].filter(seq => seq > caughtUpTo)
      return backwards(told) + next.filter((seq, index) => seq !== (caughtUpTo ?? 0) + index + 1).length
    }),
  )
  return sum(bySender) + gaps + sum(onScreens)
}

const backwards = (numbers: readonly number[]) =>
  numbers.filter((number, index) => number < (numbers[index - 1] ?? 0)).length
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
