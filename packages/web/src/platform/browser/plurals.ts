/** Gives a browser without plurals a simple one: a sentence with "1 fathers" is better than no screen. */
export function providePlurals(): void {
  if (typeof Intl.PluralRules === 'function') return
  const PluralRules = class {
    select = (count: number) => (count === 1 ? 'one' : 'other')
  }
  Object.assign(Intl, { PluralRules })
}
