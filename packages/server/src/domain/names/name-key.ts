/**
 * The key by which usernames and e-mail addresses are compared everywhere: those that differ only in case, encoding,
 * dots over an i or invisible characters are equal. The text must already be bounded, since normalising thousands of
 * combining marks is slow.
 */
export function nameKey(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')
  return folded.replaceAll('i\u0307', 'i').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}
