import type { Texts } from '../../platform/texts.ts'

export const texts = {
  'weather.unavailable': {
    nl: 'Het weer is even niet op te halen',
    en: 'Unable to fetch current weather',
    de: 'Das Wetter lässt sich gerade nicht abrufen',
    fr: 'Météo indisponible pour le moment',
    es: 'No se puede consultar el tiempo ahora mismo',
  },
} satisfies Texts
