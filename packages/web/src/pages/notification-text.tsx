import { Plural, Trans } from '@lingui/react/macro'
import type { Notification, NotificationKind } from '@papadag/contract/notifications'
import type { ReactNode } from 'react'
import { DecisionNotice, ReportNotice } from '../features/moderation/decision-notice.tsx'

/** One sentence per kind of notification; the playdate stands above it. */
const texts: Record<NotificationKind, (notification: Notification) => ReactNode> = {
  'playdate.cancelled': () => <Trans>Is cancelled</Trans>,
  'playdate.changed': () => <Trans>Is at another time or place</Trans>,
  'playdate.restored': () => <Trans>Takes place after all</Trans>,
  'playdate.left': ({ person, details: { message } }) => (
    <>
      {person ? <Trans>{person.firstName} cannot come</Trans> : <Trans>Somebody cannot come</Trans>}
      {message && <q className="text-sm">{message}</q>}
    </>
  ),
  'playdate.joined': ({ people = [] }) => <Joined people={people} />,
  'playdate.withBlocked': () => (
    <>
      <Trans>Somebody you have blocked comes too</Trans>
      <span className="text-ink-2 text-sm">
        <Trans>Only you are told.</Trans>
      </span>
    </>
  ),
  'moderation.decided': ({ details }) => <DecisionNotice details={details} />,
  'report.decided': ({ details }) => <ReportNotice details={details} />,
}

/** Who joined, as far as the reader may see: one by name with his children, several by their number. */
function Joined({ people: [first, ...others] }: { people: NonNullable<Notification['people']> }) {
  if (!first) return <Trans>Somebody joins</Trans>
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

/** What happened, in the reader's language. */
export function NotificationText({ notification }: { notification: Notification }) {
  return texts[notification.kind](notification)
}
