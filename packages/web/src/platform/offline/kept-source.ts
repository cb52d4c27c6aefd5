/** A reply from what the user has kept on purpose, with the time it was kept. */
export type KeptReply = { answer: unknown; keptAtMs: number }
type Source = (at: string, userId: number) => Promise<KeptReply | undefined>

let source: Source | undefined

/** Lets a screen answer reads offline from what its user has kept. */
export function answerOfflineFrom(other: Source) {
  source = other
}

/** Undefined if that fails, for instance if a private window refuses storage. */
export const answerFromSource: Source = async (at, userId) => source?.(at, userId).catch(() => undefined)
