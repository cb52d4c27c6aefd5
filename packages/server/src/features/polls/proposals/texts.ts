import type { Language } from '@papadag/contract/limits'
import type { Texts } from '../../../platform/texts.ts'

export const texts = {
  'proposal.unknown': {
    nl: 'Dit voorstel bestaat niet (meer).',
    en: 'This proposal could not be found.',
    de: 'Diesen Vorschlag gibt es nicht (mehr).',
    fr: 'Cette proposition n’existe pas (ou plus).',
    es: 'Esta propuesta no existe o ya no está.',
  },
  'proposal.made': {
    nl: 'Dit is al een speelafspraak. Doe daar mee, of meld je daar af.',
    en: 'This is a playdate already. Join or leave it there.',
    de: 'Daraus ist schon eine Verabredung geworden. Mach dort mit, oder melde dich dort ab.',
    fr: 'C’est déjà un rendez-vous. Participe ou désiste-toi là-bas.',
    es: 'Ya es una quedada. Apúntate o bórrate allí.',
  },
  'proposal.over': {
    nl: 'Dit voorstel is voorbij.',
    en: 'This proposal is over.',
    de: 'Dieser Vorschlag ist vorbei.',
    fr: 'Cette proposition est passée.',
    es: 'Esta propuesta ya ha pasado.',
  },
} satisfies Texts

/** The title of the playdate, in its creator's language. */
export const titles: Record<Language, string> = {
  nl: 'Samen naar de speeltuin',
  en: 'To the playground together',
  de: 'Zusammen auf den Spielplatz',
  fr: 'Ensemble à l’aire de jeux',
  es: 'Juntos al parque',
}
