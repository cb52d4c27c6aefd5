import { Plural, Trans } from '@lingui/react/macro'
import { waitingList } from '@papadag/contract/playdates/waiting-list'
import { Avatar } from '@papadag/ui/pictures/avatar'
import { Skeleton } from '@papadag/ui/states/skeleton'
import { useRead } from '../../../../platform/data/data.ts'
import { PartFailed } from '../../../../platform/data/part-failed.tsx'
import { Link } from '../../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../../platform/navigation/routes.ts'
import { pictureAddress } from '../../../../platform/pictures/picture-address.ts'

/** The fathers waiting for a place on his playdate, for its creator. */
export function WaitingFathers({ id }: { id: number }) {
  const { data, error, refetch } = useRead(waitingList, { params: { id } })
  if (data?.length === 0) return null
  return (
    <section>
      <h3 className="mb-2.5">
        <Trans>Waiting list</Trans>
      </h3>
      {data ? (
        <ol className="grid gap-1">
          {data.map(({ id: userId, firstName, lastName, profileImage, children }) => (
            <li key={userId}>
              <Link
                to={pathTo('user', { id: userId })}
                className="flex min-h-11 items-center gap-2.5 rounded-kap-s px-1 hover:bg-sunken"
              >
                <Avatar userId={userId} name={`${firstName} ${lastName}`} src={pictureAddress(profileImage)} />
                <span className="min-w-0 flex-1 break-words">
                  {firstName} {lastName}
                </span>
                {children > 0 && (
                  <span className="whitespace-nowrap text-ink-2 text-sm">
                    <Plural value={children} one="# child" other="# children" />
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ol>
      ) : error ? (
        <PartFailed error={error} onRetry={() => void refetch()}>
          <Trans>The waiting list could not be loaded</Trans>
        </PartFailed>
      ) : (
        <Skeleton className="h-11" />
      )}
    </section>
  )
}
