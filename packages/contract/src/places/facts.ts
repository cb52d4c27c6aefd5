/** The facts of a playground, the filter over them, and whether a place satisfies it. */
import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { issue } from '../problems.ts'
import { maxCharacters, orAbsent, Timestamp } from '../schema.ts'

export const equipment = [
  'slide',
  'swing',
  'babySwing',
  'basketSwing',
  'climbing',
  'springer',
  'seesaw',
  'carousel',
  'zipLine',
  'trampoline',
  'sandbox',
  'waterPlay',
  'playHouse',
  'football',
  'basketball',
  'tableTennis',
  'skating',
  'balance',
  'hammock',
  'structure',
  'tunnel',
  'bars',
  'digger',
  'music',
  'chalkboard',
  'gameTable',
  'fitness',
  'ballGames',
  'hill',
  'track',
  'hopscotch',
  'ballPit',
  'rideOn',
  'marbleRun',
  'panel',
  'hangout',
  'shelter',
] as const
export type Equipment = (typeof equipment)[number]

const yesOrNo = ['yes', 'no'] as const
/** The facts whose value is one of these words. In a scale the later word is more. */
export const wordsOf = {
  fence: ['none', 'partly', 'whole'],
  openWater: yesOrNo,
  shade: ['none', 'some', 'much'],
  surface: ['sand', 'grass', 'rubber', 'hard'],
  wheelchair: ['no', 'partly', 'yes'],
  drinkingWater: yesOrNo,
  lit: yesOrNo,
  dogs: yesOrNo,
  indoor: yesOrNo,
  fee: yesOrNo,
  bicycleParking: yesOrNo,
  coffee: yesOrNo,
} as const
export type WordKey = keyof typeof wordsOf
export const wordKeys = Object.keys(wordsOf) as WordKey[]
/** Those in which `some+` means this word or more. */
export const scales = ['fence', 'shade', 'wheelchair'] as const satisfies readonly WordKey[]

const bad = issue('field.invalid')
const Age = z.nullable(z.int(bad).check(z.gte(0, bad), z.lte(limits.factAgeMax, bad)))
export const Ages = z
  .object({ from: Age, to: Age }, bad)
  .check(z.refine(({ from, to }) => (from !== null || to !== null) && (from ?? 0) <= (to ?? limits.factAgeMax), bad))
export const Toilet = z.union(
  [
    z.literal('none'),
    z.object({
      /** Metres; 0: at the playground itself. */
      distance: z.int().check(z.gte(0), z.lte(limits.toiletWithinM)),
      fee: z.nullable(z.enum(yesOrNo)),
      access: z.nullable(z.enum(['everyone', 'customers'])),
      changingTable: z.nullable(z.enum(yesOrNo)),
    }),
  ],
  bad,
)
const Devices = z.array(z.enum(equipment, bad), bad).check(
  z.minLength(1, bad),
  z.maxLength(equipment.length, bad),
  z.refine(list => new Set(list).size === list.length, bad),
)
export const OpeningHours = z.object(
  {
    /** As OpenStreetMap writes them; shown as they are when nobody can read them. */
    text: z.string(bad).check(z.minLength(1, bad), maxCharacters(limits.openingHours, bad)),
    /** Null when the text cannot be read. */
    openNow: z.nullable(z.boolean()),
    /** When it opens next; null while it is open, and when that is not known. */
    opensAt: z.nullable(Timestamp),
  },
  bad,
)

/** Each fact's value. */
export const factValues = {
  ages: Ages,
  equipment: Devices,
  fence: z.enum(wordsOf.fence, bad),
  openWater: z.enum(wordsOf.openWater, bad),
  shade: z.enum(wordsOf.shade, bad),
  surface: z.enum(wordsOf.surface, bad),
  toilet: Toilet,
  wheelchair: z.enum(wordsOf.wheelchair, bad),
  drinkingWater: z.enum(wordsOf.drinkingWater, bad),
  lit: z.enum(wordsOf.lit, bad),
  dogs: z.enum(wordsOf.dogs, bad),
  indoor: z.enum(wordsOf.indoor, bad),
  fee: z.enum(wordsOf.fee, bad),
  openingHours: OpeningHours,
  bicycleParking: z.enum(wordsOf.bicycleParking, bad),
  coffee: z.enum(wordsOf.coffee, bad),
} as const
export type FactKey = keyof typeof factValues
export const factKeys = Object.keys(factValues) as FactKey[]
export type FactValues = { [K in FactKey]: z.output<(typeof factValues)[K]> }

/** Where a fact comes from. */
export const factSources = ['osm', 'fathers', 'operator'] as const

function fact<V extends z.ZodMiniType>(value: V) {
  return z.optional(
    z.object({
      value,
      source: z.enum(factSources),
      /** How many fathers say so; 0 for open data. */
      agreed: z.int(),
      at: z.iso.date(),
      /** Other values, with the number of fathers who give them. */
      others: z.optional(z.array(z.object({ value, agreed: z.int() }))),
    }),
  )
}

/** The known facts of a place; an absent key is unknown. */
export const PlaceFacts = z.object({
  ages: fact(factValues.ages),
  equipment: fact(factValues.equipment),
  fence: fact(factValues.fence),
  openWater: fact(factValues.openWater),
  shade: fact(factValues.shade),
  surface: fact(factValues.surface),
  toilet: fact(factValues.toilet),
  wheelchair: fact(factValues.wheelchair),
  drinkingWater: fact(factValues.drinkingWater),
  lit: fact(factValues.lit),
  dogs: fact(factValues.dogs),
  indoor: fact(factValues.indoor),
  fee: fact(factValues.fee),
  openingHours: fact(factValues.openingHours),
  bicycleParking: fact(factValues.bicycleParking),
  coffee: fact(factValues.coffee),
})
export type PlaceFacts = z.output<typeof PlaceFacts>

/** One condition of a filter. */
export type FactTerm =
  | { key: 'ages'; from: number; to: number }
  | { key: 'equipment'; device: Equipment }
  | { key: 'toilet'; within: number }
  /** The place's local time, `2026-12-05T10:00`. */
  | { key: 'open'; at: string }
  /** Not broken, dirty, closed or flooded. */
  | { key: 'state' }
  /** Any of these words will do. */
  | { key: WordKey; words: readonly string[] }

const number = /^(?:0|[1-9]\d{0,2})$/

function numberIn(text: string | undefined, most: number): number | undefined {
  return text !== undefined && number.test(text) && Number(text) <= most ? Number(text) : undefined
}

const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** Whether it is an existing local time that is not over anywhere in Europe, and not too far away. */
function isAhead(at: string) {
  const ms = localTime.test(at) ? Date.parse(`${at}:00Z`) : Number.NaN
  return (
    new Date(ms || 0).toISOString().startsWith(at) &&
    ms > Date.now() - limits.begunMs &&
    ms < Date.now() + limits.openAheadDays * 86_400_000
  )
}

function termOf(key: string, value: string): FactTerm | undefined {
  switch (key) {
    case 'ages': {
      const [first, last, ...rest] = value.split('-')
      const [from, to] = [numberIn(first, limits.childAgeMax), numberIn(last, limits.childAgeMax)]
      return from !== undefined && to !== undefined && from <= to && rest.length === 0 ? { key, from, to } : undefined
    }
    case 'equipment': {
      const device = equipment.find(each => each === value)
      return device && { key, device }
    }
    case 'toilet': {
      const within = numberIn(value, limits.toiletWithinM)
      return within === undefined ? undefined : { key, within }
    }
    case 'open':
      return isAhead(value) ? { key, at: value } : undefined
    case 'state':
      return value === 'none' ? { key } : undefined
    default:
      return wordTerm(key, value)
  }
}

function wordTerm(name: string, value: string): FactTerm | undefined {
  const key = wordKeys.find(each => each === name)
  if (!key) return undefined
  const words: readonly string[] = wordsOf[key]
  const orMore = value.endsWith('+') && scales.some(each => each === key)
  const at = words.indexOf(orMore ? value.slice(0, -1) : value)
  return at < 0 ? undefined : { key, words: orMore ? words.slice(at) : words.slice(at, at + 1) }
}

/** The terms of `facts=`, each once; undefined if one of them is wrong or there are too many. */
export function factTermsIn(text: string): FactTerm[] | undefined {
  const parts = new Set(text.split(',', limits.factTerms + 1))
  if (parts.size > limits.factTerms) return undefined
  const terms: FactTerm[] = []
  for (const part of parts) {
    const colon = part.indexOf(':')
    const term = termOf(part.slice(0, Math.max(colon, 0)), part.slice(colon + 1))
    if (!term) return undefined
    terms.push(term)
  }
  return terms
}

/** Terms separated by commas, which a place must all satisfy; one wrong term refuses the whole. */
export const FactFilter = orAbsent(
  z.pipe(
    z.string(bad).check(maxCharacters(500, bad)),
    z.transform((text: string, context): FactTerm[] => {
      const terms = factTermsIn(text)
      if (terms) return terms
      context.issues.push({ code: 'custom', message: bad, input: text })
      return z.NEVER
    }),
  ),
)

export type Answer = 'yes' | 'no' | 'unknown'

/** Whether the facts satisfy a term. Without `openAt` nobody knows about the hours. */
export function answerOf(
  term: FactTerm,
  { facts, state }: { facts: PlaceFacts; state?: unknown },
  openAt: (hours: string, at: string) => Answer = () => 'unknown',
): Answer {
  if (term.key === 'state') return state ? 'no' : 'yes'
  const known = facts[term.key === 'open' ? 'openingHours' : term.key]
  if (!known || isTied(known)) return 'unknown'
  return answerIn(term, facts, openAt)
}

/** Whether as many fathers say something else, so that it is unknown in a filter. */
export function isTied(fact: { agreed: number; others?: readonly { agreed: number }[] | undefined } | undefined) {
  return fact !== undefined && fact.agreed > 0 && (fact.others ?? []).some(other => other.agreed >= fact.agreed)
}

function answerIn(
  term: Exclude<FactTerm, { key: 'state' }>,
  facts: PlaceFacts,
  openAt: (hours: string, at: string) => Answer,
): Answer {
  switch (term.key) {
    case 'ages': {
      const { from, to } = facts.ages?.value ?? { from: null, to: null }
      return yes((from ?? 0) <= term.from && term.to <= (to ?? limits.factAgeMax))
    }
    case 'equipment':
      // A device that nobody has mapped may be there all the same.
      return facts.equipment?.value.includes(term.device) ? 'yes' : 'unknown'
    case 'toilet': {
      const toilet = facts.toilet?.value
      return yes(toilet !== undefined && toilet !== 'none' && toilet.distance <= term.within)
    }
    case 'open':
      return openAt(facts.openingHours?.value.text ?? '', term.at)
    default:
      return yes(term.words.some(word => word === facts[term.key]?.value))
  }
}

const yes = (is: boolean): Answer => (is ? 'yes' : 'no')

/** Whether a place satisfies all terms: certainly, perhaps, or not. */
export function fits(terms: readonly FactTerm[], place: Parameters<typeof answerOf>[1]): Answer {
  const answers = terms.map(term => answerOf(term, place))
  if (answers.includes('no')) return 'no'
  return answers.includes('unknown') ? 'unknown' : 'yes'
}
