import type { Texts } from '../../platform/texts.ts'

export const texts = {
  'picture.unknown': {
    nl: 'Deze afbeelding is er niet (meer).',
    en: 'This image does not exist (any more).',
    de: 'Dieses Bild gibt es nicht (mehr).',
    fr: 'Cette image n’existe pas (ou plus).',
    es: 'Esta imagen no existe o ya no está.',
  },
} satisfies Texts
