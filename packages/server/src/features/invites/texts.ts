import type { Sentence, Texts } from '../../platform/texts.ts'

export const texts = {
  'invite.unknown': {
    nl: 'Deze uitnodiging werkt niet (meer).',
    en: 'This invitation no longer works.',
    de: 'Diese Einladung gilt nicht (mehr).',
    fr: 'Cette invitation n’est pas (ou plus) valable.',
    es: 'Esta invitación no es válida o ha caducado.',
  },
  'invite.notPossible': {
    nl: 'Alleen wie meedoet, kan anderen uitnodigen; bij iemand thuis kan alleen de organisator dat.',
    en: 'Only those who are coming can invite others; at somebody’s home only the organiser can.',
    de: 'Nur wer dabei ist, kann andere einladen; bei jemandem zu Hause nur der Gastgeber.',
    fr: 'Seuls les participants peuvent inviter ; chez quelqu’un, seul l’organisateur le peut.',
    es: 'Solo quienes participan pueden invitar; en casa de alguien, solo quien organiza.',
  },
} satisfies Texts

/** The title in a calendar file made from an invitation: the real title is for participants. */
export const calendarTitle: Record<'planned' | 'cancelled', Sentence> = {
  planned: {
    nl: 'Speelafspraak',
    en: 'Playdate',
    de: 'Spielverabredung',
    fr: 'Rendez-vous de jeu',
    es: 'Quedada',
  },
  cancelled: {
    nl: 'Gaat niet door: speelafspraak',
    en: 'Cancelled: playdate',
    de: 'Fällt aus: Spielverabredung',
    fr: 'Annulé : rendez-vous de jeu',
    es: 'Cancelada: quedada',
  },
}
