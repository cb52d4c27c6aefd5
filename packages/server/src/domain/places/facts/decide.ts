import { limits } from '@papadag/contract/limits'
import {
  type Equipment,
  equipment,
  type FactKey,
  type FactValues,
  factKeys,
  factSources,
  type PlaceFacts,
} from '@papadag/contract/places/facts'
import * as z from 'zod/mini'

/** What open data says of a playground. Hours have their text alone, since the rest depends on when one asks. */
export const OpenFacts = z.object({
  source: z.enum(factSources),
  facts: z.record(z.string(), z.unknown()),
  at: z.iso.date(),
})
export type OpenFacts = z.output<typeof OpenFacts>

/** What a father says of one fact; earlier answers come first. */
export const FactAnswer = z.object({
  key: z.string(),
  /** Null: he does not know. */
  value: z.unknown(),
  network: z.string(),
  isEstablished: z.boolean(),
  day: z.iso.date(),
})
export type FactAnswer = z.output<typeof FactAnswer>

/** Those who say the same. */
interface Side {
  value: unknown
  agreed: number
  /** Whether an account among them is old enough. */
  isEstablished: boolean
  day: string
}

/** The facts of a playground that are shown. */
export function decide(open: OpenFacts | null, answers: readonly FactAnswer[] = []): PlaceFacts {
  const said = Map.groupBy(answers, ({ key }) => key)
  const known = factKeys.flatMap(key => {
    const fact = key === 'equipment' ? devices(open, said.get(key) ?? []) : factOf(key, open, said.get(key) ?? [])
    return fact ? [[key, key === 'openingHours' ? withoutNow(fact) : fact] as const] : []
  })
  return Object.fromEntries(known)
}

type Fact = { value?: unknown; others?: readonly { value?: unknown }[] }

/** Whether it is open depends on when one asks; readers are told then. */
function withoutNow<F extends Fact>(fact: F): F {
  const whole = <V extends { value?: unknown }>(one: V): V => ({
    ...one,
    value: { ...Object(one.value), openNow: null, opensAt: null },
  })
  return { ...whole(fact), ...(fact.others && { others: fact.others.map(whole) }) }
}

/** A network has one voice, its last word. */
function voicesIn(answers: readonly FactAnswer[]): FactAnswer[] {
  const last = new Map<string, FactAnswer>()
  for (const answer of answers) if (answer.value !== null) last.set(answer.network, answer)
  return [...last.values()]
}

/** The latest of these days. */
function latestOf(all: readonly { day: string }[]): string {
  return (
    all
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? ''
  )
}

function sidesOf(voices: readonly FactAnswer[]): Side[] {
  return [...Map.groupBy(voices, ({ value }) => JSON.stringify(value)).values()].map(side => ({
    value: side[0]?.value,
    agreed: side.length,
    isEstablished: side.some(({ isEstablished }) => isEstablished),
    day: latestOf(side),
  }))
}

/** Two who agree make a fact, unless all of them are new. */
const isFact = ({ agreed, isEstablished }: Side) => agreed >= limits.factAgreed && isEstablished

const said = ({ value, agreed }: Side) => ({ value, agreed })

function openFact(key: FactKey, open: OpenFacts | null) {
  const value = open?.facts[key]
  return open && value !== undefined ? { value, source: open.source, agreed: 0, at: open.at } : undefined
}

/** The larger side wins, and the rest is told with it; as many on another side leave the fact unknown (`isTied`). */
function factOf(key: FactKey, open: OpenFacts | null, answers: readonly FactAnswer[]) {
  const known = openFact(key, open)
  const sides = sidesOf(voicesIn(answers)).toSorted((a, b) => b.agreed - a.agreed || b.day.localeCompare(a.day))
  const winner = sides.find(isFact)
  if (!winner) return known
  // New accounts alone neither win nor make a tie, however many they are.
  const others = sides.filter(side => side !== winner && (isFact(side) || side.agreed < winner.agreed))
  return {
    ...said(winner),
    source: 'fathers',
    at: winner.day,
    ...(others.length > 0 && { others: others.map(said) }),
  }
}

/** Each device is a fact of its own: those of open data, and those that two fathers have named. */
function devices(open: OpenFacts | null, answers: readonly FactAnswer[]) {
  const known = openFact('equipment', open)
  const mapped = (known?.value ?? []) as FactValues['equipment'] // written by the import alone
  const voices = voicesIn(answers)
  const named = equipment.flatMap(device => {
    if (mapped.includes(device)) return []
    const naming = voices.filter(({ value }) => Array.isArray(value) && value.includes(device))
    return sidesOf(naming.map(voice => ({ ...voice, value: device }))).filter(isFact)
  })
  if (named.length === 0) return known
  const all = new Set<unknown>([...mapped, ...named.map(({ value }) => value)])
  return {
    value: equipment.filter((device: Equipment) => all.has(device)),
    source: 'fathers',
    agreed: Math.min(...named.map(({ agreed }) => agreed)),
    at: latestOf(named),
  }
}
