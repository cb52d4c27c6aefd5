import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { type Match, matchCount, matches } from '@papadag/contract/matches'
import type { Weekday } from '@papadag/contract/users/papa-days'
import { settings } from '@papadag/contract/users/users'
import { Button, buttonClass } from '@papadag/ui/button'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import type { ReactNode } from 'react'
import { fullName, Portrait } from '../../../domain/people/father-facts.tsx'
import { useWeekdayNames } from '../../../domain/people/weekday-names.ts'
import { useRead } from '../../../platform/data/data.ts'
import { PartFailed } from '../../../platform/data/part-failed.tsx'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { inviteDads } from '../fathers/invite-dads.ts'
import { nextOwnDay } from './next-own-day.ts'

/** The most fathers to show and ask along. */
const most = 6

/** Who is free on his next own day; always of the same height, so that nothing below moves. */
export function FreeToo() {
  const own = useRead(settings, {})
  const next = own.data && nextOwnDay(own.data.papaDays)
  return (
    <section
      aria-labelledby="free-too"
      className="card grid min-h-61 content-start rounded-kap-l bg-surface p-4 card-shadow md:p-5"
    >
      {next ? (
        <OnDay {...next} />
      ) : own.data ? (
        <>
          <Heading>
            <Trans>Which day is yours?</Trans>
          </Heading>
          <p className="mt-1 mb-4 max-w-[56ch] text-ink-2">
            <Trans>Tell us, and you see who near you is free then too. Nobody gets to see your list.</Trans>
          </p>
          <Link
            to={pathTo('profile', {}, { tab: 'settings', section: 'papa-days' })}
            className={buttonClass({ variant: 'do', className: 'justify-self-start' })}
          >
            <Trans>Say which days are yours</Trans>
          </Link>
        </>
      ) : own.error ? (
        <PartFailed error={own.error} onRetry={() => void own.refetch()}>
          <Trans>Your days could not be loaded</Trans>
        </PartFailed>
      ) : (
        <Waiting />
      )}
    </section>
  )
}

function Heading({ children }: { children: ReactNode }) {
  return <h2 id="free-too">{children}</h2>
}

function Waiting() {
  const { t } = useLingui()
  return (
    <SkeletonGroup label={t`Loading...`} className="grid gap-4">
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-19" />
      <Skeleton className="h-13 w-1/2" />
    </SkeletonGroup>
  )
}

function OnDay({ day, date }: { day: Weekday; date: string }) {
  const name = useWeekdayNames()(day)
  const { data, error, refetch } = useRead(matches, { query: { day, limit: most } })
  const count = useRead(matchCount, { query: { day } })
  return (
    <>
      <Heading>
        <Trans>Who else is free on {name}?</Trans>
      </Heading>
      {data && (count.data || count.error) ? (
        // Whom the number counts comes first, so that it is the number of fathers shown.
        <Free
          fathers={data.slice(0, count.data?.fathers ?? most)}
          near={count.data?.fathers ?? null}
          name={name}
          date={date}
        />
      ) : error ? (
        <PartFailed error={error} onRetry={() => void refetch()} className="mt-2">
          <Trans>The dads could not be loaded</Trans>
        </PartFailed>
      ) : (
        <Waiting />
      )}
    </>
  )
}

type FreeProps = { fathers: readonly Match[]; near: number | null; name: string; date: string }

function Free({ fathers, near, name, date }: FreeProps) {
  const ids = fathers.map(({ id }) => id).join(',')
  const isMany = near !== null && near >= limits.listItems
  return (
    <>
      <p className="mt-1 text-ink-2">
        {near !== null ? (
          isMany ? (
            <Trans>
              More than {near} dads near you are free on {name}
            </Trans>
          ) : (
            <Trans>
              {near} dads near you are free on {name}
            </Trans>
          )
        ) : fathers.length > 0 ? (
          <Trans>There are few of you yet. Bring a dad along.</Trans>
        ) : (
          <Trans>We don’t know anybody yet who is free on {name} too.</Trans>
        )}
      </p>
      {fathers.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-2">
          {fathers.map(father => (
            <li key={father.id}>
              <Link
                to={pathTo('user', { id: father.id })}
                className="grid w-19 justify-items-center gap-1 rounded-kap-s font-[650] text-sm"
              >
                <Portrait of={father} size={52} />
                <span aria-hidden className="w-full truncate text-center">
                  {father.firstName}
                </span>
                <span className="sr-only">{fullName(father)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Link
          to={pathTo('create-playdate', {}, { date, ...(ids && { ask: ids }) })}
          className={buttonClass({ variant: 'do' })}
        >
          <Trans>Plan something on {name}</Trans>
        </Link>
        {near === null && (
          <Button icon="share" onClick={() => void inviteDads()}>
            <Trans>Invite dads</Trans>
          </Button>
        )}
      </div>
    </>
  )
}
