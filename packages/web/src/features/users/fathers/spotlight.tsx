import { Trans, useLingui } from '@lingui/react/macro'
import { featuredUser } from '@papadag/contract/users/users'
import { Button } from '@papadag/ui/button'
import { FeatureTag } from '@papadag/ui/feature-tag'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { textLinkClass } from '@papadag/ui/text-link'
import { Bio, FatherBadge, fullName, Portrait } from '../../../domain/people/father-facts.tsx'
import { useRead } from '../../../platform/data/data.ts'
import { WhyFailed } from '../../../platform/data/part-failed.tsx'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'

type Props = {
  /** Opens the chat with him. */
  onContact: (userId: number) => void
  isOpening: boolean
  /** A link to all other fathers. */
  hasMore?: boolean
  /** The actions are next to him if there is room. */
  isWide?: boolean
  className?: string
}

const shownPlaces = 3

/** The featured father. */
export function Spotlight({ onContact, isOpening, hasMore = false, isWide = false, className }: Props) {
  const { t } = useLingui()
  const { data: father, error } = useRead(featuredUser, {})
  return (
    <section aria-labelledby="spotlight" className={className}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3">
        <h2 id="spotlight">
          <Trans>Dad Spotlight</Trans>
        </h2>
        {hasMore && (
          <Link to={pathTo('discover')} className={`text-sm ${textLinkClass}`}>
            <Trans>More Dads</Trans>
          </Link>
        )}
      </div>
      <div className="rounded-kap-m bg-do-soft px-4.5 py-4">
        {father ? (
          <div className={`grid gap-3.5 ${isWide ? 'lg:flex lg:items-center lg:gap-x-8' : ''}`}>
            <div className="min-w-0 flex-1">
              <div className="flex items-start gap-3.5">
                <Portrait of={father} size={96} />
                <div className="min-w-0 flex-1">
                  <FatherBadge badge={father.badge} />
                  <h3 className="mt-1.5 break-words">
                    <Link to={pathTo('user', { id: father.id })}>{fullName(father)}</Link>
                  </h3>
                  <Bio of={father} lines={4} />
                </div>
              </div>
              {father.favoriteLocations.length > 0 && (
                <ul aria-label={t`Where you can meet him`} className="mt-3 flex flex-wrap gap-1.5">
                  {father.favoriteLocations.slice(0, shownPlaces).map(place => (
                    <li key={place} className="min-w-0">
                      <FeatureTag icon="pin" onSurface={false}>
                        <span className="min-w-0 break-words">{place}</span>
                      </FeatureTag>
                    </li>
                  ))}
                </ul>
              )}
            </div>
            <Button
              className={isWide ? 'w-full lg:w-84' : 'w-full'}
              busy={isOpening}
              aria-label={t`Contact ${fullName(father)}`}
              onClick={() => onContact(father.id)}
            >
              <Trans>Contact</Trans>
            </Button>
          </div>
        ) : error ? (
          <p className="py-4 text-center text-ink-2">
            <WhyFailed error={error}>
              <Trans>No featured dad is currently available.</Trans>
            </WhyFailed>
          </p>
        ) : (
          <SkeletonGroup label={t`Loading...`} className={`flex min-h-49 gap-3.5 ${isWide ? 'lg:min-h-34' : ''}`}>
            <Skeleton className="size-24 shrink-0 rounded-kap-avatar" />
            <div aria-hidden className="grid flex-1 content-start gap-2.5 pt-1">
              <Skeleton className="h-[18px] w-1/2" />
              <Skeleton className="h-[18px] w-3/4" />
              <Skeleton className="h-3.5 w-full" />
            </div>
          </SkeletonGroup>
        )}
      </div>
    </section>
  )
}
