/** Characters that invisibly steer or hide text; an emoji keeps the ones that join its parts. */
const unseen =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)(?:\u200D|\uFE0F)|(?!\u200D|\uFE0F)[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Control characters and some separators end lines, headers and calendar fields. */
const breaks = /[\p{Cc}\p{Z}]+/gu

/** What mail programs, calendars and phones turn into a link: the address of a site or a mailbox. */
const links = [
  /\/\/|\\\\/,
  /(?:^|\P{L})(?:https?|ftp|mailto|tel|sms|smsto|callto|javascript|data|geo|facetime|skype|whatsapp|sip):/iu,
  /[^\s@]@[^\s@]/u,
  /[^\s.。][.。]\p{L}[\p{L}\p{M}\p{N}-]/u,
  /\d\.\d{1,3}\.\d{1,3}\.\d/,
]
const isLink = (word: string) => links.some(link => link.test(word.normalize('NFKC')))

/**
 * Text typed by a member, made safe for use outside the app (safety S8a): one line without invisible or steering
 * characters, with `…` for each word that programs would turn into a link.
 */
export function harmless(text: string): string {
  return oneLine(text)
    .split(' ')
    .map(word => (isLink(word) ? '…' : word))
    .join(' ')
}

const nameAtMost = 40
const digitsAtMost = 4

/** The same for a first name; undefined for one that could carry a message, a link or a phone number. */
export function harmlessName(name: string): string | undefined {
  const shown = oneLine(name)
  const digits = shown.match(/\p{N}/gu)?.length ?? 0
  const isHarmless =
    shown !== '' && [...shown].length <= nameAtMost && digits <= digitsAtMost && harmless(shown) === shown
  return isHarmless ? shown : undefined
}

function oneLine(text: string): string {
  return text.replace(breaks, ' ').replace(unseen, '').replace(/ {2,}/g, ' ').trim()
}
