import { Trans, useLingui } from '@lingui/react/macro'
import { onePlaydate } from '@papadag/contract/playdates/playdates'
import { IconButton } from '@papadag/ui/icon-button'
import { useRead } from '../../../platform/data/data.ts'
import { useDates } from '../../../platform/language/dates.ts'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { ThreadSign } from './thread-sign.tsx'

/** The date of a series that a message is about, in one line; nothing for whoever cannot see it. */
export function AboutDate({ playdateId }: { playdateId: number }) {
  const { data, isError } = useRead(onePlaydate, { params: { id: playdateId } })
  const line = '-my-1.5 flex min-h-11 items-center gap-2 text-sm'
  // As high as the line, so that the messages do not move.
  if (!data) return isError ? null : <span className={line} />
  return (
    <Link to={pathTo('playdates', {}, { open: String(playdateId) })} className={line}>
      <Day startTime={data.startTime} />
    </Link>
  )
}

/** Above the field: the date that he is about to write about. */
export function WritingAbout({ playdateId, onCancel }: { playdateId: number; onCancel: () => void }) {
  const { t } = useLingui()
  const { data } = useRead(onePlaydate, { params: { id: playdateId } })
  if (!data) return null
  return (
    <div className="mb-1.5 flex items-center gap-1 rounded-kap-s bg-sunken pl-3 text-sm">
      <p className="flex min-w-0 flex-1 items-center gap-2">
        <span className="sr-only">
          <Trans>You are writing about</Trans>{' '}
        </span>
        <Day startTime={data.startTime} />
      </p>
      <IconButton icon="x" iconSize={18} aria-label={t`Do not write about this date`} onClick={onCancel} />
    </div>
  )
}

function Day({ startTime }: { startTime: string }) {
  const dates = useDates()
  return (
    <>
      <ThreadSign startTime={startTime} size={28} />
      <b aria-hidden className="truncate font-[650]">
        {dates.shortDate(startTime)}, {dates.time(startTime)}
      </b>
    </>
  )
}
