import { matchCount, matches } from '@papadag/contract/matches'
import type { HalfDay, Weekday } from '@papadag/contract/users/papa-days'
import { editSettings } from '@papadag/contract/users/users'
import type { Father } from '../world.ts'

export const has = (father: Father, ...papaDays: HalfDay[]) => father.call(editSettings, { body: { papaDays } })

export const lives = (father: Father, latitude: number) =>
  father.call(editSettings, { body: { neighbourhood: { latitude, longitude: 5.1 }, showDistance: true } })

export const found = (viewer: Father, day?: Weekday) => viewer.call(matches, day ? { query: { day } } : {})

export const told = async (viewer: Father) =>
  Object.fromEntries((await found(viewer)).map(({ id, match }) => [id, match.days]))

export const counted = async (viewer: Father, day: Weekday) =>
  (await viewer.call(matchCount, { query: { day } })).fathers
