import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { matches } from '@papadag/contract/matches'
import type { Today } from '@papadag/contract/today'
import { buttonClass } from '@papadag/ui/button'
import { SwitchRow } from '@papadag/ui/fields/switch-row'
import { Avatar } from '@papadag/ui/pictures/avatar'
import { RowContent, RowIcon, rowClass, rowItemClass, rowListClass } from '@papadag/ui/row'
import { Skeleton } from '@papadag/ui/states/skeleton'
import { textLinkClass } from '@papadag/ui/text-link'
import { type ReactNode, useState } from 'react'
import { addressOf, FirstInTown, type Town } from '../../features/town/first-in-town.tsx'
import { SendRound } from '../../features/town/send-round.tsx'
import { TownPoster } from '../../features/town/town-poster.tsx'
import { useSettings } from '../../features/users/settings/use-settings.ts'
import { useRead } from '../../platform/data/data.ts'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { pictureAddress } from '../../platform/pictures/picture-address.ts'

type Props = {
  town: Town
  today: Today
  /** Shows his next playdate, if he has one. */
  next: ReactNode
}

/** Home of a father who is, or was, the first in his town: what he can do, and what has come of it. */
export function HomeTown({ town, today: { due, next, day }, next: nextCard }: Props) {
  const [isPrinting, setIsPrinting] = useState(false)
  const isOwn = next?.myStatus === 'creator' && next.locationVisibility === 'public' && next.state === 'planned'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 lg:col-span-2 lg:grid-cols-[minmax(0,1.72fr)_minmax(0,1fr)] lg:gap-x-8">
      <FirstInTown
        town={town}
        own={isOwn ? next : undefined}
        isMain={due.length === 0}
        onPrint={() => setIsPrinting(true)}
      />
      <div className="grid content-start gap-5 lg:row-span-2">
        <ul className={rowListClass}>{town.came > 0 ? <WhoCame came={town.came} /> : <TellFirst />}</ul>
        {nextCard ?? <DropIn town={town} day={day} />}
      </div>
      <Nearest town={town} />
      {isPrinting && <TownPoster name={town.name} url={addressOf(town)} onDone={() => setIsPrinting(false)} />}
    </div>
  )
}

function TellFirst() {
  const { data, change } = useSettings()
  return (
    <li className="px-3.5 py-3">
      {data ? (
        <SwitchRow
          label={<Trans>Tell me about the first dad</Trans>}
          hint={<Trans>One message, when somebody within 10 km joins</Trans>}
          checked={data.tellFirstNearby}
          onChange={tellFirstNearby => change({ tellFirstNearby })}
        />
      ) : (
        <Skeleton className="h-15 rounded-m" />
      )}
    </li>
  )
}

const rows = [1, 2, 3]

/** Those who came after him, by name as far as the list near him has them. */
function WhoCame({ came }: { came: number }) {
  const { data, error } = useRead(matches, { query: { withinKm: 10, limit: rows.length } })
  if (!data && !error)
    return (
      <>
        {rows.slice(0, came).map(row => (
          <li key={row} className="grid min-h-14 items-center px-3.5">
            <Skeleton className="h-9 rounded-m" />
          </li>
        ))}
      </>
    )
  return (
    <>
      {data?.map(({ id, firstName, lastName, profileImage, city }) => (
        <li key={id} className={rowItemClass}>
          <Link to={pathTo('user', { id })} className={rowClass}>
            <RowContent
              leading={<Avatar userId={id} name={`${firstName} ${lastName}`} src={pictureAddress(profileImage)} />}
              title={<Trans>{firstName} lives within 10 km</Trans>}
              detail={city ? <Trans>{city}. Say hello.</Trans> : <Trans>Say hello.</Trans>}
            />
          </Link>
        </li>
      ))}
      {(data?.length ?? 0) < came && (
        <li className={rowItemClass}>
          <Link to={pathTo('discover')} className={rowClass}>
            <RowContent
              leading={<RowIcon name="users" />}
              title={<Plural value={came} one="# dad has come" other="# dads have come" />}
              detail={<Trans>See who lives near you</Trans>}
            />
          </Link>
        </li>
      )}
    </>
  )
}

/** An open hour, with his next papa day filled in. */
function DropIn({ town: { name }, day }: { town: Town; day: Today['day'] }) {
  const { t } = useLingui()
  const title = t`Drop-in in ${name}`
  const to = pathTo('create-playdate', {}, { how: 'weekly', kind: 'open', title, ...(day && { date: day.date }) })
  return (
    <section aria-labelledby="drop-in">
      <h2 id="drop-in" className="mb-2">
        <Trans>Make a start</Trans>
      </h2>
      <div className={rowListClass}>
        <Link to={to} className={rowClass}>
          <RowContent
            leading={<RowIcon name="calendar" />}
            title={<Trans>Start a drop-in</Trans>}
            detail={<Trans>You’re going anyway; whoever likes comes along.</Trans>}
          />
        </Link>
      </div>
    </section>
  )
}

function Nearest({ town: { nearest } }: { town: Town }) {
  if (!nearest) return null
  const { town, km } = nearest
  return (
    <p className="text-ink-2 text-sm">
      <Trans>
        The nearest playdate is in {town}, {km} km away.
      </Trans>{' '}
      <Link to={pathTo('playdates')} className={textLinkClass}>
        <Trans>Look further away</Trans>
      </Link>
    </p>
  )
}

/** For a father whose town is unknown to the server, or who has named none: he may be the first there. */
export function FirstAnywhere({ city }: { city: string | null }) {
  const { t } = useLingui()
  const url = new URL('/kijk', location.origin).href
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <div>
        <h3>{city ? t`You’re the first in ${city}` : t`You’re the first around here`}</h3>
        <p className="mt-1">
          <Trans>Somebody has to be. Send this round, so they can find you.</Trans>
        </p>
      </div>
      <SendRound
        isMain={false}
        text={t`Are you coming to play? On Papadag, fathers meet up with their children. Have a look: ${url}`}
      />
      <Link to={pathTo('create-playdate')} className={buttonClass()}>
        <Trans>Plan the first playdate</Trans>
      </Link>
    </div>
  )
}
