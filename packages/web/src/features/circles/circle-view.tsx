import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Circle, type CircleMember, removeCircleMember } from '@papadag/contract/circles'
import { address } from '@papadag/contract/route'
import type { Person } from '@papadag/contract/schema'
import { Button, buttonClass } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { IconButton } from '@papadag/ui/icon-button'
import { Menu } from '@papadag/ui/layers/menu'
import { Avatar } from '@papadag/ui/pictures/avatar'
import { Icon } from '@papadag/ui/pictures/icon'
import { ScreenHead } from '@papadag/ui/screen-head'
import { textLinkClass } from '@papadag/ui/text-link'
import { Suspense } from 'react'
import { fullName } from '../../domain/people/father-facts.tsx'
import { toPlanAt } from '../../domain/places/plan-at.ts'
import { useIsUnsent } from '../../platform/data/unsent-writes.ts'
import { useDates } from '../../platform/language/dates.ts'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { pictureAddress } from '../../platform/pictures/picture-address.ts'
import { sayUnavailable } from '../../platform/screen/quiet.tsx'
import { laterInside } from '../../platform/screen/when-near.tsx'
import { useUser } from '../../platform/session/session.ts'
import { CirclePicture } from './circle-picture.tsx'

// Most members keep no circle.
const CircleCodeCard = laterInside(async () => (await import('./circle-code.tsx')).CircleCodeCard)

const BuddySwitch = laterInside(async () => (await import('./buddy-switch.tsx')).BuddySwitch)

/** What a keeper can do, or any member; each opens a dialog or is done at once. */
export type CircleActions = {
  onAsk: () => void
  onEdit: () => void
  onEnd: () => void
  onLeave: () => void
  onKeeper: (member: CircleMember) => void
  onLetIn: (father: Person) => void
  onRefuse: (father: Person) => void
  onRemove: (member: CircleMember) => void
}

const column = 'grid grid-cols-[minmax(0,1fr)] gap-4'

/** A circle as its members see it: its chat, its people, and what its keepers can do. */
export function CircleView({ circle, ...actions }: { circle: Circle } & CircleActions) {
  const { t } = useLingui()
  const { name, text, picture, chatId } = circle
  const isKeeper = circle.asked !== null
  return (
    <div className="max-w-lg lg:max-w-none">
      <ScreenHead
        title={
          <span className="flex items-center gap-3">
            <CirclePicture picture={picture} />
            <span className="min-w-0 break-words">{name}</span>
          </span>
        }
        actions={
          <Menu
            label={t`Options for the circle ${name}`}
            onUnavailable={sayUnavailable}
            items={[
              ...(isKeeper ? [{ label: t`Edit`, icon: 'edit' as const, onSelect: actions.onEdit }] : []),
              { label: t`Leave the circle`, icon: 'logout', onSelect: actions.onLeave },
              ...(isKeeper
                ? [{ label: t`End the circle`, icon: 'trash' as const, destructive: true, onSelect: actions.onEnd }]
                : []),
            ]}
            trigger={props => <IconButton {...props} icon="more" aria-label={t`More options for the circle ${name}`} />}
          />
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <div className={column}>
          {text && <p className="whitespace-pre-line break-words">{text}</p>}
          <div className="flex flex-wrap gap-2">
            {chatId !== null && (
              <Link to={pathTo('chat', { id: chatId })} className={buttonClass({ size: 44, variant: 'do' })}>
                <Icon name="chat" size={18} />
                <Trans>Open the chat</Trans>
              </Link>
            )}
            {isKeeper && (
              <button type="button" className={buttonClass({ size: 44 })} onClick={actions.onAsk}>
                <Icon name="plus" size={18} />
                <Trans>Ask a dad</Trans>
              </button>
            )}
          </div>
          <Dates circle={circle} />
        </div>
        <div className={column}>
          {circle.wishes && circle.wishes.length > 0 && <Wishes wishes={circle.wishes} actions={actions} />}
          <People circle={circle} actions={actions} />
          {isKeeper && (
            <Suspense fallback={<div className="min-h-24" />}>
              <CircleCodeCard circle={circle} />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  )
}

function People({ circle, actions }: { circle: Circle; actions: CircleActions }) {
  const { id: ownId } = useUser()
  return (
    <Card as="section" aria-labelledby="circle-people">
      <h2 id="circle-people" className="mb-2">
        <Trans>In the circle</Trans>
      </h2>
      <ul className="grid gap-2">
        {circle.members.map(member => (
          <Member
            key={member.id}
            circleId={circle.id}
            member={member}
            isOwn={member.id === ownId}
            isManaged={circle.asked !== null && member.id !== ownId}
            actions={actions}
          />
        ))}
      </ul>
      {circle.asked && circle.asked.length > 0 && (
        <p className="mt-3 text-ink-2 text-sm">
          <Trans>Asked: {circle.asked.map(fullName).join(', ')}</Trans>
        </p>
      )}
      {circle.isBuddy !== null && (
        <div className="mt-4 min-h-18">
          <Suspense>
            <BuddySwitch circle={circle} />
          </Suspense>
        </div>
      )}
    </Card>
  )
}

/** Who has come with the code and waits for a keeper. */
function Wishes({ wishes, actions }: { wishes: readonly Person[]; actions: CircleActions }) {
  const { t } = useLingui()
  return (
    <Card as="section" aria-labelledby="circle-wishes">
      <h2 id="circle-wishes" className="mb-2">
        <Trans>They have the code</Trans>
      </h2>
      <ul className="grid gap-3">
        {wishes.map(father => {
          const name = fullName(father)
          return (
            <li key={father.id} className="flex flex-wrap items-center gap-3">
              <Avatar userId={father.id} name={name} src={pictureAddress(father.profileImage)} />
              <Link
                to={pathTo('user', { id: father.id })}
                className={`min-w-0 flex-1 basis-36 break-words ${textLinkClass}`}
              >
                {name}
              </Link>
              <span className="flex gap-2">
                <Button size={44} variant="do" aria-label={t`Let in: ${name}`} onClick={() => actions.onLetIn(father)}>
                  <Trans>Let in</Trans>
                </Button>
                <Button size={44} aria-label={t`No: ${name}`} onClick={() => actions.onRefuse(father)}>
                  <Trans>No</Trans>
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** Its next date, the ways to another, and where they meet. */
function Dates({ circle: { id, nextDate, places } }: { circle: Circle }) {
  const dates = useDates()
  const circle = String(id)
  return (
    <Card as="section" aria-labelledby="circle-dates">
      <h2 id="circle-dates" className="mb-2">
        {nextDate && Date.parse(nextDate.startTime) <= Date.now() ? <Trans>On now</Trans> : <Trans>Next date</Trans>}
      </h2>
      {nextDate ? (
        <p className="mb-3">
          <b className="block font-[650]">
            {`${dates.dayAndMonth(nextDate.startTime)}, ${dates.timeRange(nextDate.startTime, nextDate.endTime)}`}
          </b>
          <Link
            to={pathTo('playdates', {}, { open: String(nextDate.id) })}
            className={`block break-words ${textLinkClass}`}
          >
            {nextDate.title}
          </Link>
          <span className="block text-ink-2 text-sm">
            <Plural value={nextDate.coming} one="# dad is coming" other="# dads are coming" />
            {nextDate.myStatus !== 'none' && (
              <>
                {' · '}
                <Trans>You’re coming</Trans>
              </>
            )}
          </span>
        </p>
      ) : (
        <p className="mb-3 text-ink-2">
          <Trans>Nothing planned yet. Same dads, same day: who says “come”?</Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Link to={pathTo('create-playdate', {}, { circle })} className={buttonClass({ size: 44 })}>
          <Icon name="calendar" size={18} />
          <Trans>Plan a date</Trans>
        </Link>
        <Link to={pathTo('create-playdate', {}, { how: 'ask', circle })} className={buttonClass({ size: 44 })}>
          <Trans>Ask which day</Trans>
        </Link>
      </div>
      {places.length > 0 && <Places circleId={id} places={places} />}
    </Card>
  )
}

/** Where they meet: each leads to the place, and to another date of the circle there. */
function Places({ circleId, places }: { circleId: number; places: Circle['places'] }) {
  const { t } = useLingui()
  return (
    <>
      <h3 id="circle-places" className="mt-4 text-base">
        <Trans>Where you meet</Trans>
      </h3>
      <ul aria-labelledby="circle-places">
        {places.map(place => (
          <li key={place.id} className="flex items-center gap-3">
            <span className="min-w-0 flex-1">
              <Link
                to={pathTo('places', {}, { open: String(place.id) })}
                className={`max-w-full break-words ${textLinkClass}`}
              >
                {place.name}
              </Link>
            </span>
            <Link to={toPlanAt(place, circleId)} className={textLinkClass} aria-label={t`Plan here: ${place.name}`}>
              <Trans>Plan here</Trans>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What he has done about himself without a network. */
function Waiting({ circleId: id, ownId }: { circleId: number; ownId: number }) {
  const isUnsent = useIsUnsent(address(removeCircleMember, { params: { id, userId: String(ownId) } }))
  return (
    <span role="status" className={isUnsent ? 'block text-ink-2 text-sm' : 'sr-only'}>
      {isUnsent && <Trans>Will be sent as soon as you are online again</Trans>}
    </span>
  )
}

type MemberProps = {
  circleId: number
  member: CircleMember
  isOwn: boolean
  /** The viewer is a keeper, and this is another. */
  isManaged: boolean
  actions: CircleActions
}

function Member({ circleId, member, isOwn, isManaged, actions }: MemberProps) {
  const { t } = useLingui()
  const name = fullName(member)
  const ages = member.ages.map(({ from, to }) => `${from}–${to}`).join(', ')
  return (
    <li className="flex min-h-11 items-center gap-3">
      <Avatar userId={member.id} name={name} src={pictureAddress(member.profileImage)} />
      <span className="min-w-0 flex-1">
        {isOwn ? (
          <b className="block break-words font-[650]">
            <Trans>You</Trans>
          </b>
        ) : (
          <Link to={pathTo('user', { id: member.id })} className={`block break-words ${textLinkClass}`}>
            {name}
          </Link>
        )}
        {isOwn && <Waiting circleId={circleId} ownId={member.id} />}
        <span className="block text-ink-2 text-sm">
          {[member.isKeeper && t`Keeper`, ages && t`Children of ${ages} years`].filter(Boolean).join(' · ')}
        </span>
      </span>
      {isManaged && (
        <Menu
          label={t`Options for ${name}`}
          onUnavailable={sayUnavailable}
          items={[
            {
              label: member.isKeeper ? t`No longer a keeper` : t`Make him a keeper`,
              icon: 'star',
              onSelect: () => actions.onKeeper(member),
            },
            {
              label: t`Remove from the circle`,
              icon: 'ban',
              destructive: true,
              onSelect: () => actions.onRemove(member),
            },
          ]}
          trigger={props => <IconButton {...props} icon="more" aria-label={t`More options for ${name}`} />}
        />
      )}
    </li>
  )
}
