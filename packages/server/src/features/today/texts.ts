import type { Texts } from '../../platform/texts.ts'

export const texts = {
  'hint.unknown': {
    nl: 'Die tip bestaat niet.',
    en: 'There is no such hint.',
    de: 'Diesen Tipp gibt es nicht.',
    fr: 'Cette astuce n’existe pas.',
    es: 'Ese consejo no existe.',
  },
} satisfies Texts
