import { Trans, useLingui } from '@lingui/react/macro'
import { matches } from '@papadag/contract/matches'
import { weekdays } from '@papadag/contract/users/papa-days'
import { type AskedAlong, askAlong } from '../../domain/people/asked-along.ts'
import { useRead } from '../../platform/data/data.ts'
import { listIn } from '../../platform/language/formats.ts'

/** The fathers named by a link from home, and the weekday on which they are also free. */
function askedIn(search: string): AskedAlong | undefined {
  const query = new URLSearchParams(search)
  const [date, ids] = [query.get('date') ?? '', query.get('ask') ?? '']
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(date) || !/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,5}$/.test(ids)) return undefined
  const day = weekdays[(new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7]
  return day && { day, fathers: ids.split(',').map(Number) }
}

/** Keeps them for the sheet in which they are asked, now that the playdate exists. */
export function rememberAsked(playdateId: number, search: string) {
  askAlong(playdateId, askedIn(search))
}

/** Tells the planner whom he can invite once the playdate exists; they are not notified before. */
export function WillBeAsked({ search }: { search: string }) {
  const asked = askedIn(search)
  return asked ? <Names {...asked} /> : null
}

function Names({ day, fathers }: AskedAlong) {
  const { i18n } = useLingui()
  const { data = [] } = useRead(matches, { query: { day, limit: 6 } })
  const names = data.filter(({ id }) => fathers.includes(id)).map(({ firstName }) => firstName)
  if (names.length === 0) return null
  const list = listIn(i18n.locale, names)
  return (
    <p className="text-ink-2 text-sm">
      <Trans>After this you can ask {list} along. They hear nothing until you do.</Trans>
    </p>
  )
}
