import type { Message } from '@papadag/contract/chat'

/** Merges messages in the order of their numbers, each once. */
export function merge(known: readonly Message[], arrived: readonly Message[]): readonly Message[] {
  const first = arrived[0]
  const last = known.at(-1)
  if (!first) return known
  // The usual case: one more at the end.
  if (arrived.length === 1 && (!last || first.seq > last.seq)) return [...known, first]
  if (arrived.length === 1 && known.some(({ seq }) => seq === first.seq)) return known
  const bySeq = new Map(known.map(message => [message.seq, message]))
  for (const message of arrived) bySeq.set(message.seq, message)
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq)
}

/** The number after which the first message is missing; undefined if none is. */
export function gapAfter(messages: readonly Message[], from = 0): number | undefined {
  for (let at = 1; at < messages.length; at += 1) {
    const before = messages[at - 1]?.seq ?? 0
    if (before >= from && messages[at]?.seq !== before + 1) return before
  }
  return undefined
}

/** Without messages past their retention. */
export function kept(messages: readonly Message[], retentionDays: number, now = Date.now()): readonly Message[] {
  const from = now - retentionDays * 86_400_000
  const isKept = ({ sentAt }: Message) => Date.parse(sentAt) > from
  return messages.every(isKept) ? messages : messages.filter(isKept)
}
