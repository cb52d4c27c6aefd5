import { Plural, Trans } from '@lingui/react/macro'
import type { ForReaders, Notification, NotificationKind, ReaderRelation } from '@papadag/contract/notifications'
import { textLinkClass } from '@papadag/ui/text-link'
import { lazy, type ReactNode, Suspense } from 'react'
import { useRhythm } from '../../domain/playdates/rhythm-words.ts'
import { DecisionNotice, ReportNotice } from '../../features/moderation/decision-notice.tsx'
import { CancelReason } from '../../features/playdates/cancelling/cancel-reason.tsx'
import { useDates } from '../../platform/language/dates.ts'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { CannotCome, InCircle, Joined, Newcomers, WantsIn } from './for-several.tsx'

interface Shown {
  /** The sentence, below the playdate's title. */
  text: (notification: Notification) => ReactNode
  /**
   * What to do about it while the playdate is ahead: write to the father who caused it, or put the new time into one's
   * calendar. Without such an action, or where it is no longer possible, the playdate is opened.
   */
  action?: 'message' | 'calendar' | 'notAfterAll' | 'takeFreePlace' | 'plan'
}

const Cancelled = ({ person }: Pick<Notification, 'person'>) =>
  person ? <Trans>{person.firstName} has cancelled it</Trans> : <Trans>Is cancelled</Trans>
const cancelled: Shown = {
  text: ({ person, ...why }) => (
    <>
      <Cancelled person={person} />
      <CancelReason playdate={why} />
    </>
  ),
  action: 'message',
}
const changed: Shown = { text: notification => <Changed {...notification} />, action: 'calendar' }
const restored: Shown = {
  text: ({ person }) =>
    person ? <Trans>{person.firstName} lets it take place after all</Trans> : <Trans>Is back on</Trans>,
  action: 'calendar',
}

const cannotCome: Shown = {
  text: ({ details: { message }, ...named }) => (
    <>
      <CannotCome {...named} />
      {message && <q className="text-sm">{message}</q>}
    </>
  ),
  action: 'message',
}

const atItsPlace = {
  broken: <Trans>Something is broken at its place</Trans>,
  dirty: <Trans>Its place is dirty</Trans>,
  closed: <Trans>Its place is closed</Trans>,
  flooded: <Trans>Its place is under water</Trans>,
}

const shown: { readonly [K in NotificationKind]: ForReaders<K, Shown> } = {
  'playdate.cancelled': {
    onIt: cancelled,
    usuallyThere: cancelled,
    asked: cancelled,
    waiting: { text: ({ person }) => <Cancelled person={person} />, action: 'plan' },
  },
  'playdate.changed': {
    onIt: changed,
    usuallyThere: changed,
    asked: changed,
    waiting: { ...changed, action: 'notAfterAll' },
  },
  'playdate.restored': {
    onIt: restored,
    usuallyThere: restored,
    asked: restored,
    waiting: { ...restored, action: 'notAfterAll' },
  },
  'playdate.announced': {
    text: ({ person }) =>
      person ? (
        <Trans>{person.firstName} has told everybody something</Trans>
      ) : (
        <Trans>There is an announcement for everybody</Trans>
      ),
  },
  'playdate.left': cannotCome,
  'playdate.placeChanged': {
    text: () => <Trans>Its place was edited or is gone. Your playdate stays where you planned it.</Trans>,
  },
  'playdate.placeState': {
    text: ({ details: { state } }) => (state ? atItsPlace[state] : null),
  },
  'playdate.joined': {
    creator: { text: ({ people = [] }) => <Joined people={people} />, action: 'message' },
    waiting: {
      text: () => <Trans>You have a place: you moved up from the waiting list</Trans>,
      action: 'notAfterAll',
    },
    near: { text: ({ person }) => <FirstNearby person={person} /> },
  },
  'playdate.withBlocked': {
    text: () => (
      <>
        <Trans>Somebody you have blocked is coming too</Trans>
        <span className="text-ink-2 text-sm">
          <Trans>Only you can see this.</Trans>
        </span>
      </>
    ),
  },
  'playdate.tooFew': { text: () => <Trans>Too few dads are coming. Is it going ahead?</Trans> },
  'playdate.confirm': { text: () => <Trans>Are you coming this time?</Trans> },
  'playdate.released': {
    text: () => <Trans>You didn’t say whether you’re coming, so your place is free</Trans>,
  },
  'series.standingEnded': {
    text: ({ details }) => (
      <>
        <Trans>Your standing place has ended, since you didn’t say twice whether you’re coming</Trans>
        <Held {...details} />
      </>
    ),
  },
  'series.ending': { text: () => <Trans>This is the last date of your series. You can renew it.</Trans> },
  'series.ended': {
    text: ({ details }) => (
      <>
        <Trans>This series, where you usually were, has ended</Trans>
        <Held {...details} />
      </>
    ),
    action: 'plan',
  },
  'playdate.hasRoom': { text: ({ places }) => <FreePlaces places={places} />, action: 'takeFreePlace' },
  'playdate.chosen': {
    text: ({ details: { isSeated } }) =>
      isSeated ? (
        <Trans>The day has been chosen, and you are on it</Trans>
      ) : (
        <Trans>The day has been chosen. Join if it suits you.</Trans>
      ),
    action: 'calendar',
  },
  'playdate.noRoom': {
    text: ({ details: { isWaiting } }) => (
      <>
        <Trans>The day has been chosen, but there was no room left for you</Trans>
        {isWaiting && (
          <span className="text-ink-2 text-sm">
            <Trans>You are on the waiting list.</Trans>
          </span>
        )}
      </>
    ),
    action: 'message',
  },
  'poll.asked': {
    text: ({ person, details }) => (
      <>
        {person ? <Trans>{person.firstName} asks which day suits you</Trans> : <Trans>Which day suits you?</Trans>}
        <ToPoll details={details} />
      </>
    ),
  },
  'poll.answered': {
    text: ({ details }) => (
      <>
        <Trans>Somebody has said which days suit him</Trans>
        <ToPoll details={details} />
      </>
    ),
  },
  'proposal.asked': {
    text: ({ details: { title, startTime } }) => (
      <>
        <Trans>Papadag proposes a playdate near you. Can you make it?</Trans>
        <ToProposals place={title} startTime={startTime} />
      </>
    ),
  },
  'proposal.made': {
    text: ({ details: { isOwn, isWaiting } }) =>
      isWaiting ? (
        <Trans>The proposal goes ahead, but without room for all of you: you are on the waiting list</Trans>
      ) : isOwn ? (
        <Trans>The proposal goes ahead. You were the first to say yes, so it is yours.</Trans>
      ) : (
        <Trans>The proposal goes ahead, and you are on it</Trans>
      ),
    action: 'calendar',
  },
  'playdate.planned': {
    text: ({ person, details }) => (
      <>
        {person ? (
          <Trans>{person.firstName} is planning this with your circle. Are you coming?</Trans>
        ) : (
          <Trans>Your circle is planning this. Are you coming?</Trans>
        )}
        <Held {...details} />
        {details.rhythm && (
          <span className="text-ink-2 text-sm">
            <Trans>You can take a standing place.</Trans>
          </span>
        )}
      </>
    ),
  },
  'playdate.now': {
    text: ({ person }) =>
      person ? (
        <Trans>{person.firstName} is out now. Coming too?</Trans>
      ) : (
        <Trans>A dad you know is out now. Coming too?</Trans>
      ),
  },
  'playdate.buddy': { text: named => <Newcomers {...named} /> },
  'circle.asked': {
    text: ({ person, details }) => (
      <>
        {person ? (
          <Trans>{person.firstName} asks you into his circle</Trans>
        ) : (
          <Trans>You have been asked into a circle</Trans>
        )}
        <ToCircle details={details} />
      </>
    ),
  },
  'circle.joined': {
    text: ({ details, ...named }) => (
      <>
        <InCircle {...named} />
        <ToCircle details={details} />
      </>
    ),
  },
  'circle.wished': {
    text: ({ details, ...named }) => (
      <>
        <WantsIn {...named} />
        <ToCircle details={details} />
      </>
    ),
  },
  'circle.letIn': {
    text: ({ details }) => (
      <>
        <Trans>You have been let into the circle</Trans>
        <ToCircle details={details} />
      </>
    ),
  },
  'circle.removed': {
    text: ({ details: { title, message } }) => (
      <>
        <Trans>You are no longer in the circle {title}</Trans>
        {message && <q className="text-sm">{message}</q>}
      </>
    ),
  },
  'passkey.copied': {
    text: ({ details: { title } }) => (
      <>
        <span>
          <Trans>Somebody tried to log in with a copy of your passkey “{title}”, and was refused.</Trans>
        </span>
        <Link
          to={pathTo('profile', {}, { tab: 'settings', section: 'passkeys' })}
          className={`justify-self-start ${textLinkClass}`}
        >
          <Trans>Remove it and make a new one</Trans>
        </Link>
      </>
    ),
  },
  'passkey.added': { text: notification => <AboutDevice {...notification} /> },
  'recoveryCodes.made': { text: notification => <AboutDevice {...notification} /> },
  'device.new': { text: notification => <AboutDevice {...notification} /> },
  'device.copied': { text: notification => <AboutDevice {...notification} /> },
  'moderation.decided': { text: ({ details }) => <DecisionNotice details={details} /> },
  'report.decided': { text: ({ details }) => <ReportNotice details={details} /> },
}

// Rarely in the list, and never many.
const DeviceNotice = lazy(() => import('./device-notice.tsx'))

function AboutDevice(notification: Notification) {
  return (
    <Suspense fallback={<span className="min-h-24" />}>
      <DeviceNotice {...notification} />
    </Suspense>
  )
}

/** Nobody lived near the reader so far. */
function FirstNearby({ person }: Pick<Notification, 'person'>) {
  if (!person) return <Trans>The first dad near you has joined Papadag</Trans>
  const { id, firstName } = person
  return (
    <>
      <span>
        <Trans>{firstName} is the first dad near you: within 10 km. Say hello.</Trans>
      </span>
      <Link to={pathTo('user', { id })} className={`justify-self-start ${textLinkClass}`}>
        <Trans>View {firstName}’s profile</Trans>
      </Link>
    </>
  )
}

/** How often a series was held, in the time zone of its place. */
function Held({ rhythm }: Pick<Notification['details'], 'rhythm'>) {
  const say = useRhythm()
  return rhythm && <span className="text-ink-2 text-sm">{`${say(rhythm.every, rhythm.day)}, ${rhythm.time}`}</span>
}

function ToPoll({ details: { pollId, title } }: Pick<Notification, 'details'>) {
  return (
    pollId !== undefined && (
      <Link to={pathTo('polls', { id: pollId })} className={`justify-self-start ${textLinkClass}`}>
        {title}
      </Link>
    )
  )
}

function ToCircle({ details: { circleId, title } }: Pick<Notification, 'details'>) {
  return (
    circleId !== undefined && (
      <Link to={pathTo('circles', { id: circleId })} className={`justify-self-start ${textLinkClass}`}>
        {title}
      </Link>
    )
  )
}

function ToProposals({ place, startTime }: { place: string | undefined; startTime: string | undefined }) {
  const dates = useDates()
  return (
    <Link to={pathTo('proposals')} className={`justify-self-start ${textLinkClass}`}>
      {[startTime && dates.dayAndMonth(startTime), place].filter(Boolean).join(', ')}
    </Link>
  )
}

/** What has changed; the new time is shown above. */
function Changed({ person, place, details: { before, startTime, isElsewhere, movedFor } }: Notification) {
  const dates = useDates()
  const isLater = before !== undefined && startTime !== undefined && Date.parse(before) !== Date.parse(startTime)
  const what = isLater ? (
    isElsewhere ? (
      <Trans>Another time and another place</Trans>
    ) : (
      <Trans>Another time</Trans>
    )
  ) : isElsewhere ? (
    <Trans>Another place</Trans>
  ) : (
    <Trans>Has a new time or place</Trans>
  )
  return (
    <>
      <span>
        {person && `${person.firstName}: `}
        {what}
      </span>
      {isElsewhere && place && (
        <span>
          <Trans>Now at {place}</Trans>
        </span>
      )}
      {isElsewhere && movedFor && (
        <span>
          {movedFor === 'rain' ? (
            <Trans>Because it will probably rain</Trans>
          ) : movedFor === 'wind' ? (
            <Trans>Because it will be windy</Trans>
          ) : (
            <Trans>Because it will be cold</Trans>
          )}
        </span>
      )}
      {isLater && (
        <span className="text-ink-2 text-sm">
          <Trans>
            It was {dates.dayAndMonth(before)}, {dates.time(before)}
          </Trans>
        </span>
      )}
    </>
  )
}

/** Whether the free place is still available and large enough for those who wait. */
function FreePlaces({ places }: { places: Notification['places'] }) {
  if (!places?.wanted) return <Trans>A place was free. You are no longer waiting for one.</Trans>
  const { free, wanted } = places
  if (free <= 0) return <Trans>A place was free, and is taken again. You are still waiting.</Trans>
  if (wanted <= free) return <Trans>There is room for you. The first to join gets it.</Trans>
  return (
    <Plural
      value={free}
      one={`# place is free, and you need ${wanted}. Will you come with fewer?`}
      other={`# places are free, and you need ${wanted}. Will you come with fewer?`}
    />
  )
}

export function NotificationText({ notification }: { notification: Notification }): ReactNode {
  return (
    <>
      {shownTo(notification)?.text(notification)}
      {notification.details.relation === 'asked' && (
        <span className="text-ink-2 text-sm">
          <Trans>You were asked along</Trans>
        </span>
      )}
    </>
  )
}

/** What this reader is shown. */
function shownTo({ kind, details: { relation } }: Notification): Shown | undefined {
  const found = shown[kind]
  if ('text' in found) return found
  const byRelation: Partial<Record<ReaderRelation, Shown>> = found
  return relation && byRelation[relation]
}

export const actionFor = (notification: Notification) => shownTo(notification)?.action
