import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { equipment } from '@papadag/contract/places/facts'
import type { IconName } from '@papadag/ui/pictures/icon'
import { asSentence, deviceWords } from '../../../domain/places/device-words.ts'
import { listIn } from '../../../platform/language/formats.ts'

/** A chip: the term that it stands for in the address, and how it looks. */
export type FactChip = { term: string; label: string; icon?: IconName }
type Child = { name: string; age: number }
type Named = { term: string; label: MessageDescriptor; icon: IconName }

/** In the row, after the chip for his children. */
const inRow: readonly Named[] = [
  { term: 'fence:whole', label: msg`Fence`, icon: 'lock' },
  { term: 'shade:some+', label: msg`Shade`, icon: 'sun' },
  { term: 'toilet:500', label: msg`Toilet`, icon: 'restrooms' },
  { term: 'equipment:swing', label: msg`Swing`, icon: 'playCorner' },
  { term: 'equipment:waterPlay', label: msg`Water play`, icon: 'water' },
  { term: 'indoor:yes', label: msg`Indoors`, icon: 'home' },
  { term: 'open:now', label: msg`Open now`, icon: 'clock' },
  { term: 'open:saturday', label: msg`Open Saturday at 10`, icon: 'clock' },
  { term: 'wheelchair:partly+', label: msg`Wheelchair`, icon: 'stroller' },
  { term: 'state:none', label: msg`Not broken`, icon: 'check' },
]

/** The others, all of them in one step. */
const behind: readonly Named[] = [
  { term: 'openWater:no', label: msg`No open water`, icon: 'water' },
  { term: 'fence:partly+', label: msg`Fence, at least in part`, icon: 'lock' },
  { term: 'shade:much', label: msg`Much shade`, icon: 'sun' },
  { term: 'surface:sand', label: msg`Sand`, icon: 'layers' },
  { term: 'surface:grass', label: msg`Grass`, icon: 'layers' },
  { term: 'surface:rubber', label: msg`Soft ground`, icon: 'layers' },
  { term: 'drinkingWater:yes', label: msg`Drinking water`, icon: 'water' },
  { term: 'fee:no', label: msg`Free`, icon: 'check' },
  { term: 'lit:yes', label: msg`Lit in the evening`, icon: 'moon' },
  { term: 'dogs:no', label: msg`No dogs`, icon: 'ban' },
  { term: 'dogs:yes', label: msg`Dogs allowed`, icon: 'check' },
  { term: 'bicycleParking:yes', label: msg`Bicycle parking`, icon: 'bike' },
  { term: 'coffee:yes', label: msg`Coffee nearby`, icon: 'kidsMenu' },
]

/** Ages to choose from for whoever has told of no children. */
const anyAges = [
  [0, 3],
  [4, 7],
  [8, 12],
] as const

const ageOf = ({ age }: Child) => Math.floor(age)

/** The term for his children together: only their ages, since the server needs no names. */
export function termFor(children: readonly Child[]): string | undefined {
  if (children.length === 0) return undefined
  const ages = children.map(ageOf)
  return `ages:${Math.min(...ages)}-${Math.max(...ages)}`
}

/** The chips of the row: his children first, and then what was chosen elsewhere, since the rest may be out of view. */
export function chipsInRow(i18n: I18n, children: readonly Child[], chosen: readonly string[]): FactChip[] {
  const forHis = termFor(children)
  const always = new Set([forHis, ...inRow.map(({ term }) => term)])
  const first = [...(forHis ? [forHis] : []), ...chosen.filter(term => !always.has(term))]
  return [...first.map(term => chipOf(i18n, children, term)), ...inRow.map(chip => named(i18n, chip))]
}

/** All chips in their groups. */
export function allChips(i18n: I18n, children: readonly Child[]) {
  const each = children.length > 1 ? children.flatMap(child => termFor([child]) ?? []) : []
  const ages = [
    ...new Set([
      ...[termFor(children) ?? []].flat(),
      ...each,
      ...(children.length === 0 ? anyAges.map(([from, to]) => `ages:${from}-${to}`) : []),
    ]),
  ]
  return {
    ages: ages.map(term => chipOf(i18n, children, term)),
    facts: [...inRow, ...behind].filter(({ term }) => !term.startsWith('equipment:')).map(chip => named(i18n, chip)),
    devices: equipment.map(kind => chipOf(i18n, children, `equipment:${kind}`)),
  }
}

const named = (i18n: I18n, { term, label, icon }: Named): FactChip => ({ term, label: i18n._(label), icon })

function chipOf(i18n: I18n, children: readonly Child[], term: string): FactChip {
  const known = [...inRow, ...behind].find(chip => chip.term === term)
  if (known) return named(i18n, known)
  const [key = '', value = ''] = term.split(/:(.*)/)
  if (key === 'ages') return { term, label: forAges(i18n, children, term, value), icon: 'cake' }
  const device = equipment.find(kind => kind === value)
  if (key === 'equipment' && device)
    return { term, label: asSentence(i18n, i18n._(deviceWords[device])), icon: 'playCorner' }
  return { term, label: value }
}

/** With the names of the children whose ages these are. */
function forAges(i18n: I18n, children: readonly Child[], term: string, value: string): string {
  const his = children.filter(child => termFor([child]) === term)
  const meant = termFor(children) === term ? children : his
  const names = listIn(i18n.locale, meant.map(({ name }) => name).filter(Boolean))
  if (names) return i18n._(msg`For ${names}`)
  const [from = '', to = ''] = value.split('-')
  return from === to ? i18n._(msg`For age ${from}`) : i18n._(msg`For ages ${from} to ${to}`)
}
