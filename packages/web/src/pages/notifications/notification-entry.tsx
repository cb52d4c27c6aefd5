import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Notification, readNotification } from '@papadag/contract/notifications'
import { Button } from '@papadag/ui/button'
import { IconButton } from '@papadag/ui/icon-button'
import { Avatar } from '@papadag/ui/pictures/avatar'
import { Icon } from '@papadag/ui/pictures/icon'
import { textLinkClass } from '@papadag/ui/text-link'
import { lazy, memo, type ReactNode, Suspense } from 'react'
import { AddToCalendar } from '../../features/calendars/add-to-calendar.tsx'
import { useOpenChat } from '../../features/chat/use-chats.ts'
import type { CallError } from '../../platform/data/call.ts'
import { useWrite } from '../../platform/data/data.ts'
import { useDates } from '../../platform/language/dates.ts'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { pictureAddress } from '../../platform/pictures/picture-address.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { askToReport } from '../../platform/screen/reporting.ts'
import { actionFor, NotificationText } from './notification-text.tsx'
import { canTake, NotAfterAll, TakeFreePlace } from './waiting-action.tsx'

export const readingFailed = ({ code }: CallError) => ({
  title: msg`It could not be marked as read`,
  serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
})

type Props = { notification: Notification; onFollow?: () => void }

const NotMine = lazy(async () => ({ default: (await import('./device-notice.tsx')).NotMine }))

/** One notification: who caused it, what changed, and what to do about it. */
export const NotificationEntry = memo(function Entry({ notification, onFollow }: Props) {
  const { id, createdAt, isRead } = notification
  return (
    <li tabIndex={-1} className="flex min-h-11 items-start gap-2.5 py-1">
      <Face notification={notification} />
      <div className="grid min-w-0 flex-1 gap-1 pt-1.5 text-[.9375rem]">
        <div className="flex items-start gap-2.5">
          <div className={`grid min-w-0 flex-1 gap-0.5 break-words ${isRead ? 'text-ink-2' : ''}`}>
            <NotificationText notification={notification} />
          </div>
          <NotificationTime at={createdAt} />
        </div>
        <Action notification={notification} onFollow={onFollow} />
        {isDeparture(notification) && notification.details.message && (
          <ReportSentence notification={notification} message={notification.details.message} />
        )}
      </div>
      {!isRead && <ReadButton id={id} />}
    </li>
  )
})

/** Whether his own words may be in it. */
const isDeparture = ({ kind }: Notification) => kind === 'playdate.left'

/** Who caused it, with a dot until it is read. */
function Face({ notification: { person, people = [], isRead } }: Pick<Props, 'notification'>) {
  const { t } = useLingui()
  const shown = person ?? people[0]
  return (
    <span className="relative shrink-0">
      {shown ? (
        <Avatar
          userId={shown.id}
          name={`${shown.firstName} ${shown.lastName}`}
          src={pictureAddress(shown.profileImage)}
        />
      ) : (
        <span className="grid size-9 place-items-center rounded-kap-avatar bg-sunken text-ink-2">
          <Icon name="bell" size={18} />
        </span>
      )}
      {!isRead && (
        <span
          role="img"
          aria-label={t`Not read yet`}
          className="absolute -top-0.5 -right-0.5 size-3 rounded-full border-2 border-surface bg-heart"
        />
      )}
    </span>
  )
}

type ActionProps = { notification: Notification; onFollow: Props['onFollow'] | undefined }

/** Its one action. What asks for it is shown only while the playdate is ahead, and otherwise leads to the playdate. */
function Action({ notification, onFollow }: ActionProps) {
  const { kind, details } = notification
  const { playdateId, startTime } = details
  const isAhead = startTime !== undefined && Date.parse(startTime) > Date.now()
  if (kind === 'series.ended') return <Plan onFollow={onFollow} />
  if (kind === 'device.new' && notification.isThere && details.deviceId !== undefined) {
    return (
      <Suspense>
        <NotMine deviceId={details.deviceId} />
      </Suspense>
    )
  }
  // Polls, proposals, circles, devices and decisions have what they need in their sentences.
  if (!isAhead || /^(poll\.|circle\.|device\.|proposal\.asked|report\.|moderation\.)/.test(kind)) return null
  const own = ownAction({ notification, onFollow })
  if (own) return own
  if (playdateId === undefined || /\.cancelled$/.test(kind)) return <Plan onFollow={onFollow} />
  return (
    <Follow to={pathTo('playdates', {}, { open: String(playdateId) })} onFollow={onFollow}>
      <Trans>View the playdate</Trans>
    </Follow>
  )
}

/** The action of its kind, if it is still possible. */
function ownAction({ notification, onFollow }: ActionProps): ReactNode {
  const { details, person, people = [], places } = notification
  const { playdateId } = details
  const action = actionFor(notification)
  const other = people.length > 1 ? undefined : (person ?? people[0])
  if (action === 'message') return other && <MessageTo id={other.id} firstName={other.firstName} onFollow={onFollow} />
  if (playdateId === undefined) return undefined
  if (action === 'calendar') return <AddToCalendar playdateId={playdateId} size={44} className="justify-self-start" />
  if (action === 'notAfterAll') return <NotAfterAll playdateId={playdateId} />
  if (action === 'takeFreePlace' && canTake(places)) return <TakeFreePlace playdateId={playdateId} places={places} />
  // What asks for an answer is asked at the top.
  return undefined
}

type FollowProps = { to: string; onFollow: Props['onFollow'] | undefined; children: ReactNode }

function Follow({ to, onFollow, children }: FollowProps) {
  return (
    <Link
      to={to}
      onClick={onFollow}
      className={`inline-flex min-h-11 items-center justify-self-start ${textLinkClass}`}
    >
      {children}
    </Link>
  )
}

const Plan = ({ onFollow }: Pick<FollowProps, 'onFollow'>) => (
  <Follow to={pathTo('create-playdate')} onFollow={onFollow}>
    <Trans>Plan something yourself</Trans>
  </Follow>
)

function MessageTo({
  id,
  firstName,
  onFollow,
}: {
  id: number
  firstName: string
  onFollow: Props['onFollow'] | undefined
}) {
  const { t } = useLingui()
  const { openChat, isOpening } = useOpenChat(onFollow)
  return (
    <Button
      size={44}
      icon="chat"
      busy={isOpening}
      aria-label={`${t`Send a message`}: ${firstName}`}
      className="justify-self-start"
      onClick={() => openChat(id)}
    >
      <Trans>Send a message</Trans>
    </Button>
  )
}

/** The sentence is on its own here, and its writer may be gone. */
function ReportSentence({ notification: { id, person }, message }: Pick<Props, 'notification'> & { message: string }) {
  return (
    <Button
      variant="soft"
      size={44}
      icon="flag"
      className="justify-self-start"
      onClick={() =>
        askToReport({
          type: 'departure',
          id,
          name: message,
          person: person ? { id: person.id, name: `${person.firstName} ${person.lastName}` } : undefined,
        })
      }
    >
      <Trans>Report</Trans>
    </Button>
  )
}

function ReadButton({ id }: Pick<Notification, 'id'>) {
  const { t } = useLingui()
  const { mutate: markRead, isPending } = useWrite(readNotification, { failed: readingFailed })
  return (
    <IconButton
      icon="check"
      iconSize={20}
      aria-label={t`Mark as read`}
      aria-busy={isPending}
      onClick={({ currentTarget }) => {
        currentTarget.closest('li')?.focus()
        markRead({ params: { id } })
      }}
    />
  )
}

/** The time of day of a notification. */
export function NotificationTime({ at }: { at: string }) {
  const dates = useDates()
  return (
    <time dateTime={at} className="shrink-0 font-normal text-ink-2 text-sm tabular-nums">
      {dates.time(at)}
    </time>
  )
}
