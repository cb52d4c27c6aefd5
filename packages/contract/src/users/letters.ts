import { visible } from './mail-address.ts'

/** The signs of codes that people copy: without I, L, O and U, which are taken for others. */
export const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code as people type or paste it: in small letters, with spaces or dashes, with O for 0 and I or L for 1. */
export function cleanLetters(typed: string): string {
  return visible(typed.normalize('NFKC'))
    .toUpperCase()
    .replace(/[\s.-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

/** In two halves, as they are shown. */
export function inHalves(code: string): string {
  const half = code.length / 2
  return `${code.slice(0, half)}-${code.slice(half)}`
}
