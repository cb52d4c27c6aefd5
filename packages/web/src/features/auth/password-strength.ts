export type Strength = 'weak' | 'fair' | 'strong'

/** A rough estimate of a password's strength, as advice: length counts most, variety helps, runs do not. */
export function strengthOf(password: string): Strength {
  const characters = [...password]
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter(kind => kind.test(password)).length
  const different = new Set(characters).size
  if (characters.length < 8 || different < 5) return 'weak'
  if (characters.length >= 16 || (characters.length >= 12 && kinds >= 2) || kinds === 4) return 'strong'
  return 'fair'
}
