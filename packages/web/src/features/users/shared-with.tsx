import { Plural, Trans } from '@lingui/react/macro'
import { type PublicUser, sharedWith } from '@papadag/contract/users'
import { Card } from '@papadag/ui/card'
import { Icon, type IconName } from '@papadag/ui/icon'
import { inlineLinkClass } from '@papadag/ui/text-link'
import type { ReactNode } from 'react'
import { useRead } from '../../platform/data.ts'
import { useDates } from '../../platform/dates.ts'
import { Link } from '../../platform/navigation.tsx'
import { pathTo } from '../../platform/routes.ts'
import { useUser } from '../../platform/session.ts'

/** The things another father and the reader have in common; renders nothing if there are none. */
export function SharedWith({ father }: { father: PublicUser }) {
  const { childrenInfo } = useUser()
  const { data } = useRead(sharedWith, { params: { id: father.id } })
  const dates = useDates()
  if (!data) return null
  const { firstName } = father
  const { playdates, places, language } = data
  const ages = (father.childrenInfo ?? []).filter(({ age }) => childrenInfo.some(own => Math.abs(own.age - age) <= 1))
  if (playdates.length + places.length + ages.length === 0 && language === null) return null
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

function Shared({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon name={icon} size={22} className="mt-0.5" />
      <div className="min-w-0 break-words">{children}</div>
    </li>
  )
}
