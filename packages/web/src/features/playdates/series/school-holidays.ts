import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/**
 * The school holidays that the Dutch government has published for primary and secondary schools (Rijksoverheid,
 * opendata.rijksoverheid.nl, “Overzicht schoolvakanties per schooljaar”). Each from its Saturday to its Sunday. The may
 * holiday is the prescribed week, to which most schools add another; autumn and spring are the government’s advice.
 *
 * 2026-2027 was compared with a copy of that data, not with its address itself: every date agrees. What schools in the north
 * and the middle publish agrees as well; of the south only autumn, Christmas and may do (one school there announces its summer
 * holiday a week earlier).
 */

export const regions = ['noord', 'midden', 'zuid'] as const
export type Region = (typeof regions)[number]

type Holiday = 'christmas' | 'spring' | 'may' | 'summer' | 'autumn'

export const holidayWords: Record<Holiday, MessageDescriptor> = {
  christmas: msg`Christmas holiday`,
  spring: msg`Spring holiday`,
  may: msg`May holiday`,
  summer: msg`Summer holiday`,
  autumn: msg`Autumn holiday`,
}

type Days = { from: string; until: string }
type Published = { name: Holiday; days: Days | Record<Region, Days> }

const published: Published[] = [
  {
    name: 'autumn',
    days: {
      noord: { from: '2026-10-10', until: '2026-10-18' },
      midden: { from: '2026-10-17', until: '2026-10-25' },
      zuid: { from: '2026-10-17', until: '2026-10-25' },
    },
  },
  { name: 'christmas', days: { from: '2026-12-19', until: '2027-01-03' } },
  {
    name: 'spring',
    days: {
      noord: { from: '2027-02-20', until: '2027-02-28' },
      midden: { from: '2027-02-20', until: '2027-02-28' },
      zuid: { from: '2027-02-13', until: '2027-02-21' },
    },
  },
  { name: 'may', days: { from: '2027-04-24', until: '2027-05-02' } },
  {
    name: 'summer',
    days: {
      noord: { from: '2027-07-10', until: '2027-08-22' },
      midden: { from: '2027-07-17', until: '2027-08-29' },
      zuid: { from: '2027-07-24', until: '2027-09-05' },
    },
  },
]

/** A region's holidays that are not over on `today` and begin by `until`, in order. */
export function holidaysOf(region: Region, today: string, until: string): (Days & { name: Holiday })[] {
  return published
    .map(({ name, days }) => ({ name, ...('from' in days ? days : days[region]) }))
    .filter(holiday => holiday.until >= today && holiday.from <= until)
}

/** The region that probably contains this point; a user near a border chooses another one. */
export function regionAt({ latitude, longitude }: { latitude: number; longitude: number }): Region {
  if (latitude < 51.75 || (latitude < 52.02 && longitude > 5.75 && longitude < 6.15)) return 'zuid'
  const isVeluwe = longitude > 5.3 && longitude < 6.05 && latitude < 52.5
  if ((latitude > 52.28 && !isVeluwe) || (longitude > 6.1 && latitude > 52.2)) return 'noord'
  return 'midden'
}
