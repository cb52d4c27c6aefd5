import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type FactKey, isTied, type PlaceFacts } from '@papadag/contract/places/facts'
import { outsideSchoolHours } from '@papadag/contract/places/school-hours'
import type { IconName } from '@papadag/ui/pictures/icon'
import { asSentence, deviceWords } from '../../../domain/places/device-words.ts'
import { distanceIn } from '../../../domain/places/distance.ts'
import { datesIn, foreignZone } from '../../../platform/language/dates.ts'

type ValueOf<Key extends FactKey> = NonNullable<PlaceFacts[Key]>['value']
/** What a fact is called while nobody knows it, and its icon. */
type Named = { name: MessageDescriptor; icon: IconName }

/** In the order of the sheet. */
export const factNames: Readonly<Record<FactKey, Named>> = {
  ages: { name: msg`ages`, icon: 'cake' },
  equipment: { name: msg`play equipment`, icon: 'playCorner' },
  fence: { name: msg`fence`, icon: 'lock' },
  openWater: { name: msg`open water`, icon: 'water' },
  shade: { name: msg`shade`, icon: 'sun' },
  toilet: { name: msg`toilet`, icon: 'restrooms' },
  openingHours: { name: msg`opening hours`, icon: 'clock' },
  indoor: { name: msg`indoors or out`, icon: 'home' },
  surface: { name: msg`ground`, icon: 'layers' },
  wheelchair: { name: msg`wheelchair`, icon: 'stroller' },
  drinkingWater: { name: msg`drinking water`, icon: 'water' },
  lit: { name: msg`lighting`, icon: 'moon' },
  dogs: { name: msg`dogs`, icon: 'info' },
  fee: { name: msg`entrance fee`, icon: 'info' },
  bicycleParking: { name: msg`bicycle parking`, icon: 'bike' },
  coffee: { name: msg`coffee`, icon: 'kidsMenu' },
}

const words = {
  fence: { whole: msg`Fence all around`, partly: msg`Fence on part of it`, none: msg`No fence` },
  openWater: { yes: msg`Open water beside it`, no: msg`No open water beside it` },
  shade: { much: msg`Much shade`, some: msg`Some shade`, none: msg`No shade` },
  surface: { sand: msg`Sand`, grass: msg`Grass`, rubber: msg`Soft ground`, hard: msg`Hard ground` },
  wheelchair: { yes: msg`Wheelchair: yes`, partly: msg`Wheelchair: partly`, no: msg`Wheelchair: no` },
  drinkingWater: { yes: msg`Drinking water`, no: msg`No drinking water` },
  lit: { yes: msg`Lit in the evening`, no: msg`Not lit` },
  dogs: { yes: msg`Dogs allowed`, no: msg`No dogs` },
  indoor: { yes: msg`Indoors`, no: msg`Outdoors` },
  fee: { yes: msg`Entrance fee`, no: msg`Free` },
  bicycleParking: { yes: msg`Bicycle parking`, no: msg`No bicycle parking` },
  coffee: { yes: msg`Coffee nearby`, no: msg`No coffee nearby` },
} as const
type Chosen = keyof typeof words

/** A fact in words, as a tag shows it. */
export function factIn<Key extends FactKey>(i18n: I18n, key: Key, value: ValueOf<Key>): string {
  // The compiler does not tie a value to its key.
  switch (key) {
    case 'ages':
      return agesIn(i18n, value as ValueOf<'ages'>)
    case 'equipment':
      return asSentence(i18n, (value as ValueOf<'equipment'>).map(device => i18n._(deviceWords[device])).join(', '))
    case 'toilet':
      return toiletIn(i18n, value as ValueOf<'toilet'>)
    case 'openingHours':
      return hoursIn(i18n, value as ValueOf<'openingHours'>)
    default: {
      const named: Readonly<Record<string, MessageDescriptor>> = words[key as Chosen]
      const word = named[value as string]
      return word ? i18n._(word) : ''
    }
  }
}

function agesIn(i18n: I18n, { from, to }: ValueOf<'ages'>): string {
  if (from !== null && to !== null) return i18n._(msg`${from} to ${to} years`)
  if (from !== null) return i18n._(msg`From ${from} years`)
  return to === null ? '' : i18n._(msg`Up to ${to} years`)
}

/** As they are written. */
function hoursIn(i18n: I18n, { text }: ValueOf<'openingHours'>): string {
  return text === outsideSchoolHours ? i18n._(msg`only outside school hours`) : text
}

const weekMs = 7 * 24 * 3600_000

/** Whether it is open now, and otherwise when it opens; empty where nobody can read the hours or knows them. */
export function openNowIn(i18n: I18n, fact: NonNullable<PlaceFacts['openingHours']>, now = new Date()): string {
  const { openNow, opensAt } = fact.value
  if (openNow === null || isTied(fact)) return ''
  if (openNow) return i18n._(msg`Open now`)
  if (opensAt === null) return i18n._(msg`Closed now`)
  const dates = datesIn(i18n)
  const zone = foreignZone()
  // The hours beside it are on the clock of the place.
  const time = zone ? `${dates.time(opensAt)} (${zone})` : dates.time(opensAt)
  if (dates.fullDate(opensAt) === dates.fullDate(now.toISOString())) return i18n._(msg`Closed now, opens at ${time}`)
  const at = new Date(opensAt)
  // Within a week its weekday says which day is meant.
  const isSoon = at.getTime() - now.getTime() < weekMs && at.getDay() !== now.getDay()
  const day = isSoon ? dates.weekday(at.getDay()) : dates.dayAndMonth(opensAt)
  return i18n._(msg`Closed now, opens ${day} at ${time}`)
}

function toiletIn(i18n: I18n, value: ValueOf<'toilet'>): string {
  if (value === 'none') return i18n._(msg`No toilet nearby`)
  const away = distanceIn(i18n.locale, value.distance)
  return [
    value.distance === 0 ? i18n._(msg`Toilet here`) : i18n._(msg`Toilet ${away} away`),
    value.fee === 'yes' && i18n._(msg`costs money`),
    value.changingTable === 'yes' && i18n._(msg`with a changing table`),
  ]
    .filter(Boolean)
    .join(', ')
}
