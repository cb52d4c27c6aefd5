import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { fold } from '@papadag/contract/places/folding'
import type { Reply } from '@papadag/contract/route'
import { type PublicUser, sharedWith } from '@papadag/contract/users/users'
import { Card } from '@papadag/ui/card'
import { Icon, type IconName } from '@papadag/ui/pictures/icon'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { inlineLinkClass } from '@papadag/ui/text-link'
import type { ReactNode } from 'react'
import { useRead } from '../../../platform/data/data.ts'
import { useDates } from '../../../platform/language/dates.ts'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { useUser } from '../../../platform/session/session.ts'

type Props = {
  father: PublicUser
  /** The content below, which is shown together with this so that it is not pushed down. */
  children: ReactNode
}

/** Everything that another father and the reader have in common; renders nothing if there is nothing. */
export function SharedWith({ father, children }: Props) {
  const { t } = useLingui()
  const { data, isPending } = useRead(sharedWith, { params: { id: father.id } })
  if (isPending) {
    return (
      <SkeletonGroup label={t`Loading...`} className="mt-7">
        <Skeleton className="h-44 rounded-kap-m" />
      </SkeletonGroup>
    )
  }
  return (
    <>
      {data && <InCommon father={father} data={data} />}
      {children}
    </>
  )
}

function InCommon({ father, data }: { father: PublicUser; data: Reply<typeof sharedWith> }) {
  const { childrenInfo, city } = useUser()
  const dates = useDates()
  const { firstName } = father
  const { playdates, places } = data
  // Almost everybody uses it in Dutch.
  const language = data.language === 'nl' ? null : data.language
  const town = city && father.city && isSameTown(city, father.city) ? father.city : null
  const ages = (father.childrenInfo ?? []).filter(({ age }) => childrenInfo.some(own => Math.abs(own.age - age) <= 1))
  if (playdates.length + places.length + ages.length === 0 && town === null && language === null) return null
  return (
    <section aria-labelledby="shared" className="mt-7">
      <h2 id="shared" className="mb-2.5">
        <Trans>What you and {firstName} have in common</Trans>
      </h2>
      <Card as="div">
        <ul className="grid gap-3">
          {playdates.map(({ id, title, startTime }) => (
            <Shared key={`playdate ${id}`} icon="calendar">
              <Link to={pathTo('playdates', {}, { open: String(id) })} className={inlineLinkClass}>
                {title}
              </Link>
              <span className="block text-ink-2 text-sm">
                {dates.dayAndMonth(startTime)}, {dates.time(startTime)}
              </span>
            </Shared>
          ))}
          {ages.length > 0 && (
            <Shared icon="playCorner">
              <Plural
                value={ages.length}
                one="A child of the same age as one of yours, give or take a year"
                other="# children of the same age as yours, give or take a year"
              />
            </Shared>
          )}
          {town !== null && (
            <Shared icon="pin">
              <Trans>You both live in {town}</Trans>
            </Shared>
          )}
          {places.map(({ id, name }) => (
            <Shared key={`place ${id}`} icon="heart">
              <Link to={pathTo('places', {}, { open: String(id) })} className={inlineLinkClass}>
                {name}
              </Link>
              <span className="block text-ink-2 text-sm">
                <Trans>Saved by both of you</Trans>
              </span>
            </Shared>
          ))}
          {language && (
            <Shared icon="chat">
              <Trans>You both use Papadag in the same language</Trans>
            </Shared>
          )}
        </ul>
      </Card>
    </section>
  )
}

const isSameTown = (one: string, other: string) => fold(one) === fold(other)

function Shared({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon name={icon} size={22} className="mt-0.5" />
      <div className="min-w-0 break-words">{children}</div>
    </li>
  )
}
