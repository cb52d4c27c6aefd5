import { Plural, Trans } from '@lingui/react/macro'
import type { Notification, NotificationKind } from '@papadag/contract/notifications'
import { textLinkClass } from '@papadag/ui/text-link'
import type { ReactNode } from 'react'
import { DecisionNotice, ReportNotice } from '../features/moderation/decision-notice.tsx'
import { useDates } from '../platform/dates.ts'
import { Link } from '../platform/navigation.tsx'
import { pathTo } from '../platform/routes.ts'

/** One sentence for each kind of thing somebody can be told. */
const texts: Record<NotificationKind, (about: About) => ReactNode> = {
  'playdate.cancelled': ({ title, day }) => (
    <>
      <b>
        <Trans>“{title}” is cancelled</Trans>
      </b>
      <span className="text-ink-2 text-sm">
        <Trans>It was planned for {day}.</Trans>
      </span>
    </>
  ),
  'playdate.changed': ({ title, day, playdateId }) => (
    <>
      <b>
        <Trans>The time or the place of “{title}” has changed</Trans>
      </b>
      <span className="text-ink-2 text-sm">{day}</span>
      <Link to={`${pathTo('playdates')}?open=${playdateId}`} className={`self-start text-sm ${textLinkClass}`}>
        <Trans>Look at the playdate</Trans>
      </Link>
    </>
  ),
  'playdate.restored': ({ title, day, playdateId }) => (
    <>
      <b>
        <Trans>“{title}” takes place after all</Trans>
      </b>
      <span className="text-ink-2 text-sm">{day}</span>
      <Link to={`${pathTo('playdates')}?open=${playdateId}`} className={`self-start text-sm ${textLinkClass}`}>
        <Trans>Look at the playdate</Trans>
      </Link>
    </>
  ),
  'playdate.left': ({ title, day, playdateId, details: { message }, person }) => (
    <>
      <b>
        {person ? (
          <Trans>
            {person.firstName} cannot come to “{title}”
          </Trans>
        ) : (
          <Trans>Somebody cannot come to “{title}”</Trans>
        )}
      </b>
      {message && <q className="text-sm">{message}</q>}
      <span className="text-ink-2 text-sm">{day}</span>
      <Link to={`${pathTo('playdates')}?open=${playdateId}`} className={`self-start text-sm ${textLinkClass}`}>
        <Trans>Look who comes</Trans>
      </Link>
    </>
  ),
  'playdate.joined': ({ title, day, playdateId, people }) => (
    <>
      <b>
        <Joined people={people} title={title} />
      </b>
      <span className="text-ink-2 text-sm">
        {people.length > 0 && `${title} · `}
        {day}
      </span>
      <Link to={`${pathTo('playdates')}?open=${playdateId}`} className={`self-start text-sm ${textLinkClass}`}>
        <Trans>Look who comes</Trans>
      </Link>
    </>
  ),
  'playdate.withBlocked': ({ title, day, playdateId }) => (
    <>
      <b>
        <Trans>Somebody you have blocked comes too</Trans>
      </b>
      <span className="text-ink-2 text-sm">
        <Trans>
          You are both on “{title}”, {day}. Only you are told.
        </Trans>
      </span>
      <Link to={`${pathTo('playdates')}?open=${playdateId}`} className={`self-start text-sm ${textLinkClass}`}>
        <Trans>Look at the playdate</Trans>
      </Link>
    </>
  ),
  'moderation.decided': ({ details }) => <DecisionNotice details={details} />,
  'report.decided': ({ details }) => <ReportNotice details={details} />,
}

/** Who joined, as far as the reader may see him: one by name with his children, the others by their number. */
function Joined({ people: [first, ...others], title }: Pick<About, 'people' | 'title'>) {
  if (!first) return <Trans>Somebody joins “{title}”</Trans>
  const { firstName, children } = first
  if (others.length > 0) {
    return (
      <Plural value={others.length} one={`${firstName} and # other join`} other={`${firstName} and # others join`} />
    )
  }
  if (children === 0) return <Trans>{firstName} joins</Trans>
  return (
    <Plural value={children} one={`${firstName} joins, with # child`} other={`${firstName} joins, with # children`} />
  )
}

type About = {
  title: string
  day: string
  playdateId: number | undefined
  details: Notification['details']
  person: Notification['person']
  people: NonNullable<Notification['people']>
}

/** What happened, in the reader's language. */
export function NotificationText({
  notification: { kind, details, person, people = [] },
}: {
  notification: Notification
}) {
  const dates = useDates()
  const day = details.startTime ? `${dates.dayAndMonth(details.startTime)}, ${dates.time(details.startTime)}` : ''
  return texts[kind]({ title: details.title ?? '', day, playdateId: details.playdateId, details, person, people })
}
