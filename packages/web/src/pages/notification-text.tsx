import { Plural, Trans } from '@lingui/react/macro'
import type { Notification, NotificationKind } from '@papadag/contract/notifications'
import type { ReactNode } from 'react'
import { DecisionNotice, ReportNotice } from '../features/moderation/decision-notice.tsx'

/** The sentence for each kind of notification, below the playdate's title. */
const texts: Record<NotificationKind, (notification: Notification) => ReactNode> = {
  'playdate.cancelled': () => <Trans>Is cancelled</Trans>,
  'playdate.changed': () => <Trans>Has a new time or place</Trans>,
  'playdate.restored': () => <Trans>Is back on</Trans>,
  'playdate.left': ({ person, details: { message } }) => (
    <>
      {person ? <Trans>{person.firstName} can’t make it</Trans> : <Trans>Somebody can’t make it</Trans>}
      {message && <q className="text-sm">{message}</q>}
    </>
  ),
  'playdate.joined': ({ people = [] }) => <Joined people={people} />,
  'playdate.withBlocked': () => (
    <>
      <Trans>Somebody you have blocked is coming too</Trans>
      <span className="text-ink-2 text-sm">
        <Trans>Only you can see this.</Trans>
      </span>
    </>
  ),
  'moderation.decided': ({ details }) => <DecisionNotice details={details} />,
  'report.decided': ({ details }) => <ReportNotice details={details} />,
}

/** The fathers who joined, as far as the reader may see them: one by name with his children, several by number. */
function Joined({ people: [first, ...others] }: { people: NonNullable<Notification['people']> }) {
  if (!first) return <Trans>Somebody has joined</Trans>
  const { firstName, children } = first
  if (others.length > 0) {
    return (
      <Plural
        value={others.length}
        one={`${firstName} and # other have joined`}
        other={`${firstName} and # others have joined`}
      />
    )
  }
  if (children === 0) return <Trans>{firstName} has joined</Trans>
  return (
    <Plural
      value={children}
      one={`${firstName} has joined, with # child`}
      other={`${firstName} has joined, with # children`}
    />
  )
}

export function NotificationText({ notification }: { notification: Notification }) {
  return texts[notification.kind](notification)
}
