import type { Sentence } from '../../platform/texts.ts'

/** The introduction of the exported file. */
export const about: Sentence = {
  nl: 'Alles wat Papadag over jou bewaart. Niet alleen jij staat erin: ga zorgvuldig om met wat anderen je schreven.',
  en: 'Everything Papadag keeps about you. Not only you are in here: be careful with what others wrote to you.',
  de: 'Alles, was Papadag über dich speichert. Nicht nur du kommst darin vor: Geh sorgsam mit dem um, was andere dir geschrieben haben.',
  fr: 'Tout ce que Papadag conserve à ton sujet. Tu n’y es pas seul : prends soin de ce que d’autres t’ont écrit.',
  es: 'Todo lo que Papadag guarda sobre ti. No solo apareces tú: trata con cuidado lo que otros te han escrito.',
}
