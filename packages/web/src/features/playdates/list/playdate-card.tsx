import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { cardClass, stretchedLinkClass } from '@papadag/ui/card'
import { AvatarStack } from '@papadag/ui/pictures/avatar-stack'
import { memo, type ReactNode, Suspense } from 'react'
import { Facts, isOver, Leaf } from '../../../domain/playdates/playdate-facts.tsx'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { pictureAddress } from '../../../platform/pictures/picture-address.ts'
import { laterInside } from '../../../platform/screen/when-near.tsx'
import { CancelReason } from '../cancelling/cancel-reason.tsx'
import { MembershipButton, PlaydateOptions } from '../sheet/playdate-actions.tsx'

const OpenHour = laterInside(async () => (await import('../open/open-hour.tsx')).OpenHour, 'rare')
const SeriesFact = laterInside(async () => (await import('../series/series-fact.tsx')).SeriesFact, 'rare')

export type PlaydateCardProps = {
  playdate: Playdate
  /** Its link, which changes when it ends, so that the card renders again. */
  to?: string
  /** Its leaf drops in, since it was just created. */
  isNew?: boolean | undefined
}

type Props = PlaydateCardProps & {
  /** Actions that replace the usual button. */
  actions?: ReactNode
  mayDelete?: () => boolean
}

/** The filters of the current list in the address; none elsewhere. */
export function filtersHere(): Record<string, string> {
  const query = new URLSearchParams(location.pathname === pathTo('playdates') ? location.search : '')
  query.delete('tab')
  query.delete('open')
  return Object.fromEntries(query)
}

/** The sheet over the current list with its filters; from other screens, over the whole list. */
export function toSheet({ id, ...playdate }: Playdate, filters: Record<string, string>) {
  if (isOver(playdate)) return pathTo('playdates', {}, { tab: 'past', open: String(id) })
  return pathTo('playdates', {}, { ...filters, open: String(id) })
}

/** A playdate's card. The whole card is a link. */
export const PlaydateCard = memo(CardOfPlaydate)

function CardOfPlaydate({ playdate, to = toSheet(playdate, filtersHere()), isNew = false, actions, mayDelete }: Props) {
  const { title } = playdate
  return (
    <article className={`${cardClass} grid h-full grid-cols-[auto_minmax(0,1fr)] content-between gap-x-3.5 p-4`}>
      <Leaf playdate={playdate} dropIn={isNew} />
      <div className="min-w-0">
        <h3 className="break-words pr-9">
          <Link to={to} className={stretchedLinkClass}>
            {playdate.state === 'cancelled' ? <s>{title}</s> : title}
          </Link>
        </h3>
        <Facts playdate={playdate} />
        {(playdate.series || playdate.fathersMissing) && (
          <Suspense fallback={<p className="mt-1 h-[1.35em] text-[.9375rem]" />}>
            <SeriesFact playdate={playdate} />
          </Suspense>
        )}
        <CancelReason playdate={playdate} />
      </div>
      <PlaydateOptions playdate={playdate} mayDelete={mayDelete} className="absolute top-1.5 right-1" />
      <div className="col-span-2 mt-3.5 flex min-h-[58px] flex-wrap items-center justify-between gap-2 border-line border-t-2 border-dashed pt-3">
        <Coming playdate={playdate} />
        <span className="relative ml-auto flex flex-wrap items-center justify-end gap-2">
          {actions ?? <MembershipButton playdate={playdate} />}
        </span>
      </div>
    </article>
  )
}

/** Who comes, and how many places are taken; or that it is an open hour. */
export function Coming({ playdate, small = false }: { playdate: Playdate; small?: boolean }) {
  const { t } = useLingui()
  const { kind, host, participants, placesTaken, maxParticipants } = playdate
  if (kind === 'open') {
    return (
      <Suspense fallback={<p className={host ? 'min-h-16' : 'min-h-11'} />}>
        <OpenHour playdate={playdate} />
      </Suspense>
    )
  }
  const people = participants.map(person => ({
    id: person.id,
    name: `${person.firstName} ${person.lastName}`,
    src: pictureAddress(person.profileImage),
  }))
  return (
    <p className="flex items-center gap-2.5">
      <AvatarStack small={small} people={people} label={t`Coming: ${people.map(({ name }) => name).join(', ')}`} />
      <span aria-hidden className="font-bold text-sm tabular-nums">
        {placesTaken} / {maxParticipants}
      </span>
      <span className="sr-only">
        {t`${placesTaken} of ${plural(maxParticipants, { one: '# place', other: '# places' })} taken`}
      </span>
    </p>
  )
}
