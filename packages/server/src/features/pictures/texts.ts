import type { Texts } from '../../platform/texts.ts'

export const texts = {
  'picture.unknown': {
    nl: 'Deze foto is er niet (meer).',
    en: 'This photo could not be found.',
    de: 'Dieses Bild gibt es nicht (mehr).',
    fr: 'Cette image n’existe pas (ou plus).',
    es: 'Esta imagen no existe o ya no está.',
  },
} satisfies Texts
