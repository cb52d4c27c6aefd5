import type { Sentence, Texts } from '../../platform/texts.ts'

/** The introduction of the exported file. */
export const about: Sentence = {
  nl: 'Alles wat Papadag over jou bewaart. Niet alleen jij staat erin: ga zorgvuldig om met wat anderen je schreven.',
  en: 'Everything Papadag keeps about you. Not only you are in here: be careful with what others wrote to you.',
  de: 'Alles, was Papadag über dich speichert. Nicht nur du kommst darin vor: Geh sorgsam mit dem um, was andere dir geschrieben haben.',
  fr: 'Tout ce que Papadag conserve à ton sujet. Tu n’y es pas seul : prends soin de ce que d’autres t’ont écrit.',
  es: 'Todo lo que Papadag guarda sobre ti. No solo apareces tú: trata con cuidado lo que otros te han escrito.',
}

export const texts = {
  'import.foreign': {
    nl: 'Dit is geen export van een Papadag.',
    en: 'This is not an export of a Papadag.',
    de: 'Das ist kein Export von einem Papadag.',
    fr: 'Ce n’est pas un export d’un Papadag.',
    es: 'Esto no es una exportación de un Papadag.',
  },
  'import.version': {
    nl: 'Deze export komt van een nieuwere Papadag, die wij hier nog niet kunnen lezen.',
    en: 'This export is from a newer Papadag, which we cannot read here yet.',
    de: 'Dieser Export stammt von einem neueren Papadag, den wir hier noch nicht lesen können.',
    fr: 'Cet export vient d’un Papadag plus récent, que nous ne savons pas encore lire ici.',
    es: 'Esta exportación es de un Papadag más nuevo, que aquí aún no podemos leer.',
  },
} satisfies Texts
