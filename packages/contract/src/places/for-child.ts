import { type Equipment, type FactKey, isTied, type PlaceFacts } from './facts.ts'

/** From and to which age, in years, a device is fun. Those that suit every age decide nothing, so they are not here. */
const agesOf: Readonly<Partial<Record<Equipment, readonly [from: number, to: number]>>> = {
  babySwing: [0, 3],
  sandbox: [1, 6],
  springer: [1, 5],
  playHouse: [1, 6],
  waterPlay: [1, 10],
  slide: [2, 9],
  basketSwing: [2, 12],
  tunnel: [1, 7],
  digger: [2, 8],
  seesaw: [3, 9],
  swing: [4, 12],
  carousel: [3, 12],
  balance: [3, 12],
  trampoline: [3, 14],
  structure: [3, 12],
  bars: [5, 14],
  climbing: [4, 14],
  zipLine: [5, 14],
  football: [5, 18],
  skating: [6, 18],
  basketball: [7, 18],
  ballGames: [6, 18],
  tableTennis: [8, 18],
  fitness: [12, 99],
  hill: [2, 12],
  track: [3, 12],
  hopscotch: [4, 10],
  ballPit: [1, 8],
  rideOn: [1, 5],
  marbleRun: [3, 10],
  panel: [1, 6],
  hangout: [12, 99],
}

/** Until which age a father minds that nothing keeps a child from the street or the canal. */
const fenceUntil = 3

/** What is known of a playground, and what is wrong there at the moment. */
export type Asked = { facts: PlaceFacts; state?: { kind: string } | null | undefined }
export type Reason = Equipment | 'fenced' | 'partlyFenced'
export type ForChild =
  | { answer: 'yes'; reasons: Reason[] }
  | { answer: 'soso' | 'no'; why: 'little' | 'big' | 'from' | 'until' | 'water' | 'closed' | 'state'; age?: number }
  | { answer: 'unknown' }

const mostReasons = 3
/** Who is this many years too young or too old has nothing to do there. */
const farOff = 3

/** Whether a playground suits a child of this age, and why. */
export function forChild({ facts: told = {}, state }: Asked, age: number): ForChild {
  const facts = untied(told)
  if (state?.kind === 'closed') return { answer: 'no', why: 'closed' }
  const { from = null, to = null } = facts.ages?.value ?? {}
  if (from !== null && age < from) return { answer: isFar(from - age), why: 'from', age: from }
  if (to !== null && age > to) return { answer: isFar(age - to), why: to <= 6 ? 'little' : 'until', age: to }
  const devices = (facts.equipment?.value ?? []).filter(device => agesOf[device])
  const fitting = devices.filter(device => fits(device, age))
  const isSaid = from !== null || to !== null
  if (!isSaid && devices.length === 0) return { answer: 'unknown' }
  if (!isSaid && fitting.length === 0)
    return { answer: 'soso', why: devices.every(device => (agesOf[device]?.[1] ?? 0) < age) ? 'little' : 'big' }
  if (age <= fenceUntil && facts.openWater?.value === 'yes' && facts.fence?.value !== 'whole')
    return { answer: 'soso', why: 'water' }
  if (state) return { answer: 'soso', why: 'state' }
  return { answer: 'yes', reasons: reasonsFor(fitting, facts, age) }
}

/** Those on which fathers do not contradict each other, since nobody knows about the others. */
function untied(facts: PlaceFacts): PlaceFacts {
  const keys = Object.keys(facts) as FactKey[] // its own keys, which the type lists
  return Object.fromEntries(keys.filter(key => !isTied(facts[key])).map(key => [key, facts[key]]))
}

const isFar = (years: number) => (years >= farOff ? 'no' : 'soso')

function fits(device: Equipment, age: number): boolean {
  const [from, to] = agesOf[device] ?? [0, 0]
  return from <= age && age <= to
}

/** What is made for his age first; for the smallest the fence comes second. */
function reasonsFor(fitting: readonly Equipment[], facts: PlaceFacts, age: number): Reason[] {
  const spanOf = (device: Equipment) => {
    const [from, to] = agesOf[device] ?? [0, 0]
    return to - from
  }
  const reasons: Reason[] = [...fitting].sort((a, b) => spanOf(a) - spanOf(b))
  const fence = facts.fence?.value
  if (age <= fenceUntil && (fence === 'whole' || fence === 'partly'))
    reasons.splice(1, 0, fence === 'whole' ? 'fenced' : 'partlyFenced')
  return reasons.slice(0, mostReasons)
}
