import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

type Condition = {
  name: MessageDescriptor
  /** The witty line about the weather. */
  line?: MessageDescriptor
}

const mist = { name: msg`Mist`, line: msg`Keep them in sight.` }
const haze = { name: msg`Poor visibility` }
const wind = { name: msg`Storm` }

// The weather service's closed list.
const conditions: Record<string, Condition> = {
  Clear: { name: msg`Clear`, line: msg`Bring sunscreen.` },
  Clouds: { name: msg`Clouds`, line: msg`Dry. What more do you want?` },
  Rain: { name: msg`Rain`, line: msg`Boots, then.` },
  Drizzle: { name: msg`Drizzle`, line: msg`This does not count as rain.` },
  Thunderstorm: { name: msg`Thunderstorm`, line: msg`Playing inside counts too.` },
  Snow: { name: msg`Snow`, line: msg`Sledge. Now.` },
  Mist: mist,
  Fog: mist,
  Haze: haze,
  Smoke: haze,
  Dust: haze,
  Sand: haze,
  Ash: haze,
  Squall: wind,
  Tornado: wind,
}

const evening = msg`Tomorrow is another day.`

/** The weather service's condition in our own words. */
export function nameOf(condition: string): MessageDescriptor | undefined {
  return conditions[condition]?.name
}

/** The witty line about the weather; in the evening the day is over. */
export function lineOf(condition: string, isEvening: boolean): MessageDescriptor | undefined {
  return isEvening ? evening : conditions[condition]?.line
}
