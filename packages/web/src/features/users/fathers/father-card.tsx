import type { Match } from '@papadag/contract/matches'
import type { PublicUser } from '@papadag/contract/users/users'
import { Card, stretchedLinkClass } from '@papadag/ui/card'
import { memo } from 'react'
import {
  Ages,
  AlikeAges,
  Bio,
  City,
  FatherBadge,
  fullName,
  HowFar,
  Portrait,
} from '../../../domain/people/father-facts.tsx'
import { WhyMatched } from '../../../domain/people/why-matched.tsx'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'

/** A father's card. The whole card is a link. */
export const FatherCard = memo(CardOfFather)

function CardOfFather({ father }: { father: PublicUser & Partial<Pick<Match, 'match'>> }) {
  const { id, city, badge } = father
  return (
    <Card as="article" aria-label={fullName(father)} className="flex h-full gap-3.5 md:p-4.5">
      <Portrait of={father} size={76} />
      <div className="min-w-0 flex-1">
        <h3 className="break-words">
          <Link to={pathTo('user', { id })} className={stretchedLinkClass}>
            {fullName(father)}
          </Link>
        </h3>
        <City city={city} />
        <Bio of={father} lines={3} />
        <p className="mt-2 flex flex-wrap gap-1.5">
          <FatherBadge badge={badge} tone="picked" />
          <HowFar of={father} />
          <Ages of={father} />
          <AlikeAges of={father} />
          <WhyMatched of={father} />
        </p>
      </div>
    </Card>
  )
}
