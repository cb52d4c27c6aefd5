import type { Sentence } from '../../platform/texts.ts'

/** Asks a reader outside the app whether he comes to a playdate that somebody has planned. */
export const comingToo: Sentence = {
  nl: 'Op {when}. Kom je ook?',
  en: 'On {when}. Are you coming?',
  de: 'Am {when}. Kommst du auch?',
  fr: 'Le {when}. Tu viens ?',
  es: 'El {when}. ¿Te vienes?',
}
