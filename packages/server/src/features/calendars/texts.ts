import type { Sentence, Texts } from '../../platform/texts.ts'

export const texts = {
  'calendar.unknown': {
    nl: 'Deze agenda bestaat niet (meer).',
    en: 'This calendar could not be found.',
    de: 'Diesen Kalender gibt es nicht (mehr).',
    fr: 'Cet agenda n’existe pas (ou plus).',
    es: 'Este calendario no existe o ya no está.',
  },
  'calendar.tooMany': {
    nl: 'Je hebt al 10 agenda’s gekoppeld. Ontkoppel er eerst een.',
    en: 'You have already connected 10 calendars. Disconnect one first.',
    de: 'Du hast schon 10 Kalender verbunden. Entferne zuerst einen.',
    fr: 'Tu as déjà 10 agendas. Supprimes-en d’abord un.',
    es: 'Ya tienes 10 calendarios. Elimina uno primero.',
  },
  'calendar.nameRequired': {
    nl: 'Geef deze agenda een naam',
    en: 'Give this calendar a name',
    de: 'Gib diesem Kalender einen Namen',
    fr: 'Donne un nom à cet agenda',
    es: 'Pon un nombre a este calendario',
  },
} satisfies Texts

/** The prefix of a cancelled playdate's title. */
export const cancelledPrefix: Sentence = {
  nl: 'Gaat niet door:',
  en: 'Cancelled:',
  de: 'Fällt aus:',
  fr: 'Annulé :',
  es: 'Cancelada:',
}
