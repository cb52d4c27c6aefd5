import { Trans } from '@lingui/react/macro'
import { ownPlaydates } from '@papadag/contract/playdates/playdates'
import { Icon } from '@papadag/ui/pictures/icon'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { useRead } from '../../../platform/data/data.ts'
import { useDates } from '../../../platform/language/dates.ts'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'

/** The next playdate that both this user and another one are on; renders nothing without one. */
export function GoingTogether({ userId }: { userId: number }) {
  const { data } = useRead(ownPlaydates, {})
  const dates = useDates()
  const [next] = (data ?? [])
    .filter(playdate => playdate.state === 'planned' && !isOver(playdate))
    .filter(({ participants }) => participants.some(({ id }) => id === userId))
    .sort((a, b) => a.startTime.localeCompare(b.startTime))
  if (!next) return null
  const { id, title, startTime } = next
  return (
    <Link
      to={pathTo('playdates', {}, { open: String(id) })}
      className="flex min-h-11 items-center gap-2 border-line border-b-[1.5px] bg-picked-soft px-3 py-1.5 text-sm"
    >
      <Icon name="calendar" size={18} />
      <span className="min-w-0 flex-1 truncate">
        <Trans>
          You are both going to <b>{title}</b>
        </Trans>
      </span>
      <span className="whitespace-nowrap text-ink-2 tabular-nums">
        {dates.shortDate(startTime)}, {dates.time(startTime)}
      </span>
    </Link>
  )
}
