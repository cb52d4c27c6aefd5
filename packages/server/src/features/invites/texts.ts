import type { Texts } from '../../platform/texts.ts'

export const texts = {
  'invite.unknown': {
    nl: 'Deze uitnodiging werkt niet (meer).',
    en: 'This invitation does not work (any more).',
    de: 'Diese Einladung gilt nicht (mehr).',
    fr: 'Cette invitation n’est pas (ou plus) valable.',
    es: 'Esta invitación no es válida o ha caducado.',
  },
  'invite.notPossible': {
    nl: 'Alleen wie bij deze afspraak hoort kan anderen uitnodigen; bij iemand thuis alleen de organisator.',
    en: 'Only those who come can invite others; at somebody’s home only the organiser can.',
    de: 'Nur wer dabei ist, kann andere einladen; bei jemandem zu Hause nur der Gastgeber.',
    fr: 'Seuls les participants peuvent inviter ; chez quelqu’un, seul l’organisateur le peut.',
    es: 'Solo quienes participan pueden invitar; en casa de alguien, solo quien organiza.',
  },
} satisfies Texts
