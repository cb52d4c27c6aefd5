import type { UpcomingQuery } from '@papadag/contract/playdates/playdates'
import type { Db } from '../../platform/db/db.ts'
import type { Member, Page } from '../../platform/http/serve.ts'
import { areaAround } from '../../platform/live/watching/area.ts'
import type { Shows } from '../../platform/live/watching/shows.ts'
import { viewpointOf } from './nearness.ts'
import { upcomingOnPage } from './upcoming.ts'

/** The radius that counts as near if a list names none. */
const nearKm = 10

interface List {
  db: Db
  member: Member
  query: UpcomingQuery
}

/** A list of playdates can contain those around the position it names, or else around the viewer's home. */
export async function areaShown({ db, member, query }: List, km: number = nearKm): Promise<Shows> {
  const { here } = await viewpointOf(db, member.id, query)
  const area = here && areaAround(here, (query.withinKm ?? km) * 1000)
  const isFiltered = query.fits !== undefined || query.room !== undefined
  return { kind: 'playdate', area, reachesFurther: !query.withinKm && query.order !== 'near', isFiltered }
}

/** Its count of all playdates also considers those farther away. */
export async function countShown(list: List): Promise<Shows> {
  return { ...(await areaShown(list)), reachesFurther: true }
}

export async function upcomingShows({ page, ...list }: List & { page: Page }): Promise<Shows> {
  const found = await upcomingOnPage(list.db, list.member.id, page, list.query)
  // The part near him may have been widened.
  const km = found.find(playdate => playdate.nearKm)?.nearKm ?? nearKm
  const isFullOfNear = found.length === page.limit && found.every(playdate => playdate.nearKm)
  const shown = await areaShown(list, km)
  return {
    ...shown,
    things: found.map(({ id }) => `playdate ${id}`),
    reachesFurther: shown.reachesFurther === true && !isFullOfNear,
    isPage: true,
  }
}
