import { Trans } from '@lingui/react/macro'
import { suggestedUsers } from '@papadag/contract/users'
import { useRead } from '../../platform/data.ts'
import { FatherCard } from './father-card.tsx'
import { FatherSkeletons, fatherGrid } from './father-grid.tsx'

/** Fathers who live near or whose children are as old as his. Without any there is nothing to say: all are below. */
export function Suggestions() {
  const { data, error } = useRead(suggestedUsers, {})
  if (error || data?.length === 0) return null
  return (
    <section aria-labelledby="suggestions">
      <h2 id="suggestions">
        <Trans>Dads for you</Trans>
      </h2>
      <p className="text-ink-2 text-sm">
        <Trans>In your city, or with children of the same age.</Trans>
      </p>
      {data ? (
        <ul className={fatherGrid}>
          {data.map(father => (
            <li key={father.id}>
              <FatherCard father={father} />
            </li>
          ))}
        </ul>
      ) : (
        <FatherSkeletons count={3} />
      )}
    </section>
  )
}
