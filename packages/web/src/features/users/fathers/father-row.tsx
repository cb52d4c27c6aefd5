import type { Match } from '@papadag/contract/matches'
import { rowClass } from '@papadag/ui/row'
import { Ages, AlikeAges, City, fullName, HowFar, Portrait } from '../../../domain/people/father-facts.tsx'
import { WhyMatched } from '../../../domain/people/why-matched.tsx'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'

/** A father as a row: who he is, and why he may suit the reader. */
export function FatherRow({ father }: { father: Match }) {
  const { id, city, distance } = father
  return (
    <article aria-label={fullName(father)} className="h-full">
      <Link to={pathTo('user', { id })} className={`${rowClass} h-full`}>
        <Portrait of={father} size={52} />
        <div className="min-w-0 flex-1">
          <span className="block break-words font-[650] leading-[1.3]">{fullName(father)}</span>
          <span className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
            <WhyMatched of={father} />
            <Ages of={father} />
            <AlikeAges of={father} />
            <HowFar of={father} />
          </span>
          {distance === undefined && <City city={city} />}
        </div>
      </Link>
    </article>
  )
}
