import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Participant, Playdate } from '@papadag/contract/playdates/playdates'
import { Avatar } from '@papadag/ui/pictures/avatar'
import { Icon } from '@papadag/ui/pictures/icon'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { isOver } from '../../../../domain/playdates/playdate-facts.tsx'
import { useDates } from '../../../../platform/language/dates.ts'
import { pictureAddress } from '../../../../platform/pictures/picture-address.ts'
import { laterInside } from '../../../../platform/screen/when-near.tsx'
import { useUser } from '../../../../platform/session/session.ts'

const Everybody = laterInside(async () => (await import('../folded.tsx')).Everybody, 'others')

type Props = {
  playdate: Playdate
  /** Actions on one of the others, from other features. */
  toPerson?: ((person: Participant) => ReactNode) | undefined
}

/** Two rows on a phone, with the places left. */
const facesAtMost = 8

/** Who comes, as faces with their children; behind them everybody by name. */
export function WhoComes({ playdate, toPerson }: Props) {
  const { t } = useLingui()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { participants, kind } = playdate
  const isDropIn = kind === 'open'
  const hasPlaces = !isDropIn && playdate.state === 'planned' && !isOver(playdate)
  const shown = participants.slice(0, facesAtMost)
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id={id}>
          {isDropIn ? (
            <Trans>Who’s there</Trans>
          ) : playdate.state === 'cancelled' ? (
            <Trans>Who was coming</Trans>
          ) : isOver(playdate) ? (
            <Trans>Who was there</Trans>
          ) : (
            <Trans>Who’s coming</Trans>
          )}
        </h3>
        {hasPlaces && (
          <span className="ml-auto font-[650] text-ink-2 text-sm">
            <Places playdate={playdate} />
          </span>
        )}
      </div>
      <button
        type="button"
        aria-expanded={isOpen}
        title={isOpen ? undefined : t`Show everybody by name`}
        onClick={() => setIsOpen(!isOpen)}
        className="-mx-2 flex min-h-11 items-center rounded-m px-1 text-left hover:bg-sunken"
      >
        <span className="flex min-w-0 flex-1 flex-wrap gap-y-2">
          {shown.map(person => (
            <Face key={person.id} person={person} />
          ))}
          {participants.length > shown.length && <Circle>+{participants.length - shown.length}</Circle>}
          {hasPlaces && <Free playdate={playdate} />}
        </span>
        <Icon name="down" size={20} className={isOpen ? 'rotate-180' : ''} />
      </button>
      {isOpen && (
        <Suspense>
          <Everybody playdate={playdate} toPerson={toPerson} />
        </Suspense>
      )}
    </section>
  )
}

function Face({ person: { id, firstName, lastName, profileImage, children } }: { person: Participant }) {
  const { id: ownId } = useUser()
  return (
    <span className="grid w-19 content-start justify-items-center gap-0.5 px-0.5 text-center text-sm leading-tight">
      <Avatar userId={id} size={52} name={`${firstName} ${lastName}`} src={pictureAddress(profileImage)} />
      <span className="max-w-full truncate font-[650]">{id === ownId ? <Trans>You</Trans> : firstName}</span>
      <span className="text-ink-2 text-sm empty:hidden">
        {children > 0 && <Plural value={children} one="# child" other="# children" />}
      </span>
    </span>
  )
}

const Circle = ({ children }: { children: ReactNode }) => (
  <span className="grid w-19 content-start justify-items-center gap-0.5 text-center font-[650] text-sm leading-tight">
    {children}
  </span>
)

function Free({ playdate: { maxParticipants, placesTaken } }: { playdate: Playdate }) {
  const left = maxParticipants - placesTaken
  if (left <= 0) return null
  return (
    // Its number stands beside the heading.
    <span
      aria-hidden
      className="grid w-19 content-start justify-items-center gap-0.5 text-center font-[650] text-sm leading-tight"
    >
      <span className="grid size-13 place-items-center rounded-kap-avatar border-2 border-line border-dashed">
        {left}
      </span>
      <Trans context="places">free</Trans>
    </span>
  )
}

/** How many places are left, how many wait for one, or until when his own is kept. */
function Places({ playdate }: { playdate: Playdate }) {
  const dates = useDates()
  const { maxParticipants, placesTaken, waitingCount, confirmation, myStatus, startTime } = playdate
  const left = maxParticipants - placesTaken
  if (confirmation === 'due' && myStatus !== 'creator') {
    const weekday = dates.weekday(new Date(Date.parse(startTime) - dayMs).getDay())
    return <Trans>Your place is kept until {weekday}</Trans>
  }
  return (
    <>
      {left > 0 ? <Plural value={left} one="# place left" other="# places left" /> : <Trans>Full</Trans>}
      {waitingCount ? (
        <>
          {' · '}
          <Plural value={waitingCount} one="# is waiting" other="# are waiting" />
        </>
      ) : null}
    </>
  )
}

/** Unconfirmed standing places are free a day before. */
const dayMs = 86_400_000
