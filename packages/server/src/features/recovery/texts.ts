import type { Texts } from '../../platform/texts.ts'

export const texts = {
  'recovery.unknownToken': {
    nl: 'Deze link werkt niet meer. Vraag een nieuwe aan.',
    en: 'This link no longer works. Request a new one.',
    de: 'Dieser Link gilt nicht (mehr). Fordere einen neuen an.',
    fr: 'Ce lien ne fonctionne pas (ou plus). Demandes-en un nouveau.',
    es: 'Este enlace no funciona o ya no es válido. Pide uno nuevo.',
  },
} satisfies Texts
