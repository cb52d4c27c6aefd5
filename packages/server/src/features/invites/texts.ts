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

/** The title of a preview in a chat; `{when}` is the day and time. */
export const previewTitle: Record<'open' | 'cancelled' | 'unknown', Sentence> = {
  open: {
    nl: 'Speelafspraak op {when}',
    en: 'Playdate on {when}',
    de: 'Spielverabredung am {when}',
    fr: 'Rendez-vous de jeu le {when}',
    es: 'Quedada el {when}',
  },
  cancelled: {
    nl: 'Deze speelafspraak gaat niet door',
    en: 'This playdate is cancelled',
    de: 'Diese Verabredung fällt aus',
    fr: 'Ce rendez-vous est annulé',
    es: 'Esta quedada está cancelada',
  },
  unknown: {
    nl: 'Deze uitnodiging werkt niet meer',
    en: 'This invitation no longer works',
    de: 'Diese Einladung gilt nicht mehr',
    fr: 'Cette invitation n’est plus valable',
    es: 'Esta invitación ya no es válida',
  },
}

/** The same if the invitation says who invites to what. */
export const previewInvitation: Sentence = {
  nl: '{name} nodigt je uit: {title}, {when}',
  en: '{name} invites you: {title}, {when}',
  de: '{name} lädt dich ein: {title}, {when}',
  fr: '{name} t’invite : {title}, {when}',
  es: '{name} te invita: {title}, {when}',
}

export const previewDescription: Sentence = {
  nl: 'Papa’s en kinderen spreken af op Papadag. Bekijk de uitnodiging; daar heb je geen account voor nodig.',
  en: 'Dads and kids meet up on Papadag. Take a look at the invitation; you don’t need an account for that.',
  de: 'Väter und Kinder treffen sich auf Papadag. Schau dir die Einladung an; dafür brauchst du kein Konto.',
  fr: 'Pères et enfants se retrouvent sur Papadag. Regarde l’invitation : pas besoin de compte.',
  es: 'Padres e hijos quedan en Papadag. Mira la invitación: no necesitas cuenta.',
}
