import type { Language } from '@papadag/contract/limits'
import type { PlaceStateKind } from '@papadag/contract/places/place-states'
import type { WeatherAdvice } from '@papadag/contract/weather/advice'
import type { WeatherWarning } from '@papadag/contract/weather/warnings'
import type { OutgoingText } from '../../domain/notifications/kind.ts'
import type { Sentence } from '../../platform/texts.ts'

export const evening: OutgoingText = {
  title: {
    nl: 'Morgen is je papadag',
    en: 'Tomorrow is your papa day',
    de: 'Morgen ist dein Papatag',
    fr: 'Demain, c’est ton jour de papa',
    es: 'Mañana es tu día de papá',
  },
  body: { nl: '{tomorrow}', en: '{tomorrow}', de: '{tomorrow}', fr: '{tomorrow}', es: '{tomorrow}' },
}

/** The kind of a playdate; its title, typed by a member, stays in the app (safety S8a). */
const what: Record<'playground' | 'restaurant' | 'other', Sentence> = {
  playground: {
    nl: '{time} speelafspraak in een speeltuin',
    en: '{time} playdate at a playground',
    de: '{time} Verabredung auf einem Spielplatz',
    fr: '{time} rendez-vous dans une aire de jeux',
    es: '{time} quedada en un parque infantil',
  },
  restaurant: {
    nl: '{time} speelafspraak in een restaurant',
    en: '{time} playdate at a restaurant',
    de: '{time} Verabredung in einem Restaurant',
    fr: '{time} rendez-vous dans un restaurant',
    es: '{time} quedada en un restaurante',
  },
  other: {
    nl: '{time} speelafspraak',
    en: '{time} playdate',
    de: '{time} Verabredung',
    fr: '{time} rendez-vous',
    es: '{time} quedada',
  },
}

const open: Sentence = {
  nl: '{time} inloop.',
  en: '{time} drop-in.',
  de: '{time} offener Treff.',
  fr: '{time} rencontre libre.',
  es: '{time} encuentro abierto.',
}

const withThem: Sentence = {
  nl: '{what}, met {who}.',
  en: '{what}, with {who}.',
  de: '{what}, mit {who}.',
  fr: '{what}, avec {who}.',
  es: '{what}, con {who}.',
}

const alone: Sentence = {
  nl: '{what}. Er doet nog niemand mee.',
  en: '{what}. Nobody has joined yet.',
  de: '{what}. Es macht noch niemand mit.',
  fr: '{what}. Personne ne participe encore.',
  es: '{what}. Todavía no se ha apuntado nadie.',
}

const weathers: Record<WeatherAdvice, Sentence> = {
  dry: {
    nl: 'Waarschijnlijk droog.',
    en: 'Probably dry.',
    de: 'Wahrscheinlich trocken.',
    fr: 'Sans doute au sec.',
    es: 'Probablemente sin lluvia.',
  },
  rain: {
    nl: 'Waarschijnlijk regen.',
    en: 'Probably rain.',
    de: 'Wahrscheinlich Regen.',
    fr: 'Sans doute de la pluie.',
    es: 'Probablemente llueva.',
  },
  wind: { nl: 'Harde wind.', en: 'Strong wind.', de: 'Starker Wind.', fr: 'Vent fort.', es: 'Viento fuerte.' },
  cold: { nl: 'Koud.', en: 'Cold.', de: 'Kalt.', fr: 'Froid.', es: 'Frío.' },
}

/** What matters besides, in a clause. */
const warnings: Record<WeatherWarning['kind'], Sentence> = {
  heat: {
    nl: 'Warm: tot {degrees}°C.',
    en: 'Hot: up to {degrees}°C.',
    de: 'Warm: bis zu {degrees}\u00a0°C.',
    fr: 'Chaud\u202f: jusqu’à {degrees}\u00a0°C.',
    es: 'Calor: hasta {degrees}\u00a0°C.',
  },
  uv: {
    nl: 'Felle zon: neem zonnebrand mee.',
    en: 'Strong sun: bring sunscreen.',
    de: 'Starke Sonne: Sonnencreme einpacken.',
    fr: 'Soleil fort\u202f: prends la crème solaire.',
    es: 'Sol fuerte: lleva crema solar.',
  },
  pollen: {
    nl: 'Veel pollen in de lucht.',
    en: 'A lot of pollen in the air.',
    de: 'Viele Pollen in der Luft.',
    fr: 'Beaucoup de pollen dans l’air.',
    es: 'Mucho polen en el aire.',
  },
}

function warningIn({ warnings: [first] }: Weather, language: Language): string {
  if (!first) return ''
  return ` ${fill(warnings[first.kind][language], first.kind === 'heat' ? { degrees: first.degrees } : {})}`
}

const skyIn = (weather: Weather, language: Language) =>
  ` ${weathers[weather.advice][language]}${warningIn(weather, language)}`

/** The same within the line of a circle. */
const briefly: Record<WeatherAdvice, Sentence> = {
  dry: { nl: 'droog', en: 'dry', de: 'trocken', fr: 'temps sec', es: 'sin lluvia' },
  rain: { nl: 'regen', en: 'rain', de: 'Regen', fr: 'pluie', es: 'lluvia' },
  wind: { nl: 'harde wind', en: 'strong wind', de: 'starker Wind', fr: 'vent fort', es: 'viento fuerte' },
  cold: { nl: 'koud', en: 'cold', de: 'kalt', fr: 'froid', es: 'frío' },
}

/** What somebody has reported of its place. */
const states: Record<PlaceStateKind, Sentence> = {
  broken: {
    nl: 'Gemeld: daar is iets stuk.',
    en: 'Reported: something is broken there.',
    de: 'Gemeldet: Dort ist etwas kaputt.',
    fr: 'Signalé\u202f: quelque chose est cassé là-bas.',
    es: 'Aviso: allí hay algo roto.',
  },
  dirty: {
    nl: 'Gemeld: het is daar vies.',
    en: 'Reported: it is dirty there.',
    de: 'Gemeldet: Dort ist es schmutzig.',
    fr: 'Signalé\u202f: c’est sale là-bas.',
    es: 'Aviso: allí está sucio.',
  },
  closed: {
    nl: 'Gemeld: het is daar dicht.',
    en: 'Reported: it is closed there.',
    de: 'Gemeldet: Dort ist geschlossen.',
    fr: 'Signalé\u202f: c’est fermé là-bas.',
    es: 'Aviso: allí está cerrado.',
  },
  flooded: {
    nl: 'Gemeld: het staat daar onder water.',
    en: 'Reported: it is under water there.',
    de: 'Gemeldet: Dort steht alles unter Wasser.',
    fr: 'Signalé\u202f: c’est inondé là-bas.',
    es: 'Aviso: allí está inundado.',
  },
}

interface Counted {
  one: Sentence
  other: Sentence
}

const others: Counted = {
  one: { nl: 'nog 1 papa', en: '1 more dad', de: 'noch 1 Papa', fr: '1 autre papa', es: '1 papá más' },
  other: {
    nl: 'nog {n} papa’s',
    en: '{n} more dads',
    de: 'noch {n} Papas',
    fr: '{n} autres papas',
    es: '{n} papás más',
  },
}

/** A circle is not named outside the app, since only its members can find it. */
const withCircle: Counted = {
  one: {
    nl: '{time} met de kring: {n} komt{weather}.',
    en: '{time} with the circle: {n} coming{weather}.',
    de: '{time} mit dem Kreis: {n} kommt{weather}.',
    fr: '{time} avec le cercle\u202f: {n} participant{weather}.',
    es: '{time} con el círculo: va {n}{weather}.',
  },
  other: {
    nl: '{time} met de kring: {n} komen{weather}.',
    en: '{time} with the circle: {n} coming{weather}.',
    de: '{time} mit dem Kreis: {n} kommen{weather}.',
    fr: '{time} avec le cercle\u202f: {n} participants{weather}.',
    es: '{time} con el círculo: van {n}{weather}.',
  },
}

const near: Counted = {
  one: {
    nl: 'Je hebt nog niets afgesproken. Bij jou in de buurt is 1 speelafspraak met plek.',
    en: 'You have nothing planned yet. There is 1 playdate with room near you.',
    de: 'Du hast noch nichts vor. In deiner Nähe gibt es 1 Verabredung mit freien Plätzen.',
    fr: 'Tu n’as encore rien de prévu. Près de chez toi, il y a 1 rendez-vous avec de la place.',
    es: 'Aún no tienes nada previsto. Cerca de ti hay 1 quedada con sitio.',
  },
  other: {
    nl: 'Je hebt nog niets afgesproken. Bij jou in de buurt zijn {n} speelafspraken met plek.',
    en: 'You have nothing planned yet. There are {n} playdates with room near you.',
    de: 'Du hast noch nichts vor. In deiner Nähe gibt es {n} Verabredungen mit freien Plätzen.',
    fr: 'Tu n’as encore rien de prévu. Près de chez toi, il y a {n} rendez-vous avec de la place.',
    es: 'Aún no tienes nada previsto. Cerca de ti hay {n} quedadas con sitio.',
  },
}

const fill = (sentence: string, words: Record<string, string | number>) =>
  sentence.replace(/\{(\w+)\}/g, (hole, word: string) => String(words[word] ?? hole))

const counted = (sentences: Counted, n: number, language: Language, words: Record<string, string> = {}) =>
  fill(sentences[n === 1 ? 'one' : 'other'][language], { n, ...words })

interface Weather {
  advice: WeatherAdvice
  warnings: readonly WeatherWarning[]
  /** At its first hour, in °C. */
  temperature: number
}

export interface Planned {
  time: string
  /** An open hour does not count people. */
  isOpenHour: boolean
  place: keyof typeof what
  /** First names that may leave the app, of some of the others. */
  names: readonly string[]
  /** How many others are coming. */
  others: number
  /** Undefined if unknown. */
  weather: Weather | undefined
  /** How many are coming to a date of his circle; null for other playdates. */
  comingInCircle: number | null
  /** What is the matter with its place. */
  state: PlaceStateKind | null
}

/** One line for each playdate: when, what and with whom. */
export function planned(playdates: readonly Planned[], language: Language): string {
  const lines = playdates.map(({ time, isOpenHour, place, names, others: all, weather, comingInCircle, state }) => {
    const reported = state ? ` ${states[state][language]}` : ''
    if (comingInCircle !== null) {
      const sky = weather ? `, ${briefly[weather.advice][language]}, ${Math.round(weather.temperature) + 0} °C` : ''
      const warning = weather ? warningIn(weather, language) : ''
      return counted(withCircle, comingInCircle, language, { time, weather: sky }) + warning + reported
    }
    const sky = (weather ? skyIn(weather, language) : '') + reported
    if (isOpenHour) return fill(open[language], { time }) + sky
    const more = all - names.length
    const people = [...names, ...(more > 0 ? [counted(others, more, language)] : [])]
    const who = new Intl.ListFormat(language, { type: 'conjunction' }).format(people)
    const sentence = all > 0 ? withThem : alone
    return fill(sentence[language], { what: fill(what[place][language], { time }), who }) + sky
  })
  return lines.join('\n')
}

export const nothingPlanned = (playdatesNear: number, language: Language) => counted(near, playdatesNear, language)
