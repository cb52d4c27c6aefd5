import type { Language } from '@papadag/contract/limits'
import { fold } from '@papadag/contract/places/folding'
import { allFeatureKeys, type FeatureKey } from '@papadag/contract/places/places'
import type { Sentence } from '../../platform/texts.ts'

/** The word for each feature; a search for the word finds places with the feature (decision A7). */
const words = {
  kidsMenu: { nl: 'kindermenu', en: 'kids menu', de: 'Kindermenü', fr: 'menu enfant', es: 'menú infantil' },
  highChairs: { nl: 'kinderstoelen', en: 'high chairs', de: 'Hochstühle', fr: 'chaises hautes', es: 'tronas' },
  changingTables: {
    nl: 'verschoontafel',
    en: 'changing tables',
    de: 'Wickeltisch',
    fr: 'table à langer',
    es: 'cambiador',
  },
  playCorner: { nl: 'speelhoek', en: 'play corner', de: 'Spielecke', fr: 'coin jeux', es: 'rincón de juegos' },
  strollerAccessible: {
    nl: 'kinderwagen kan mee',
    en: 'stroller accessible',
    de: 'mit Kinderwagen',
    fr: 'accès poussette',
    es: 'accesible con carrito',
  },
  restrooms: { nl: 'toiletten', en: 'restrooms', de: 'Toiletten', fr: 'toilettes', es: 'aseos' },
  picnicTables: {
    nl: 'picknicktafels',
    en: 'picnic tables',
    de: 'Picknicktische',
    fr: 'tables de pique-nique',
    es: 'mesas de pícnic',
  },
  benches: { nl: 'bankjes', en: 'benches', de: 'Bänke', fr: 'bancs', es: 'bancos' },
  sandbox: { nl: 'zandbak', en: 'sandbox', de: 'Sandkasten', fr: 'bac à sable', es: 'arenero' },
  waterGames: {
    nl: 'waterpret',
    en: 'water games',
    de: 'Wasserspiele',
    fr: 'jeux d’eau',
    es: 'juegos de agua',
  },
} as const satisfies Record<FeatureKey, Sentence>

/** The word for each of these features. */
export function featureWords(features: readonly FeatureKey[], language: Language): string[] {
  return features.map(key => words[key][language])
}

/** The features whose key, or word in the reader's language or English, contains the search text. */
export function featuresNamed(part: string, language: Language): FeatureKey[] {
  const wanted = fold(part)
  if (wanted === '') return []
  return allFeatureKeys.filter(key =>
    [key, words[key][language], words[key].en].some(word => fold(word).includes(wanted)),
  )
}
