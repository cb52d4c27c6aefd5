/** Quotes and invisible characters, which are left out. */
const dropped = /['"`´‘’‚‛“”„ʹʻʼʾʿˈ′‵＇\p{Default_Ignorable_Code_Point}]/gu
/** Not all marks: those of Hindi or Thai are vowels. */
const diacritics = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/g
/** One by one: at the end of a word a Greek sigma would become another letter than in the database. */
const uppercase = /\p{Uppercase}/gu
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

/**
 * The text by which names of places, fathers and towns, addresses and titles are searched and compared, in the browser
 * and on the server: without case, accents, quotes, hyphens, ligatures and widths. `folded` in SQL does the same.
 */
export function fold(text: string): string {
  return text
    .replace(dropped, '')
    .normalize('NFKD')
    .replace(diacritics, '')
    .replace(uppercase, letter => letter.toLowerCase())
    .replace(/[ßæœøđðłþı]/g, letter => letters[letter] ?? letter)
    .replace(/[-‐‑‒–—―−\s]+/g, ' ')
    .trim()
}
