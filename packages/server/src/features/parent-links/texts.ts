import type { Texts } from '../../platform/texts.ts'

export const texts = {
  'parentLink.notComing': {
    nl: 'Alleen wie meegaat, kan een link voor de andere ouder maken.',
    en: 'Only dads who are coming can make a link for the other parent.',
    de: 'Nur wer mitkommt, kann einen Link für den anderen Elternteil erstellen.',
    fr: 'Seul un papa qui vient peut créer un lien pour l’autre parent.',
    es: 'Solo quien va puede crear un enlace para el otro progenitor.',
  },
} satisfies Texts
