/** Words that say that a place is a playground, but not which one. */
const generic =
  /\b(speeltuin|speelplaats|speelplek|speelveld|kinderspielplatz|spielplatz|playground|aire de jeux|parque infantil)\b/g

function pairsOf(name: string): Set<string> {
  const letters = name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(generic, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, '')
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < letters.length; at += 1) pairs.add(letters.slice(at, at + 2))
  return pairs
}

/** Whether two names probably mean the same place: they share most of their letter pairs. */
export function isSameName(a: string, b: string): boolean {
  const [pairsA, pairsB] = [pairsOf(a), pairsOf(b)]
  // A name made only of generic words contradicts nothing.
  if (pairsA.size === 0 || pairsB.size === 0) return true
  let shared = 0
  for (const pair of pairsA) if (pairsB.has(pair)) shared += 1
  return (2 * shared) / (pairsA.size + pairsB.size) >= 0.6
}
