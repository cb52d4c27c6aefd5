import { Trans, useLingui } from '@lingui/react/macro'
import { oneCircle } from '@papadag/contract/circles'
import { buttonClass } from '@papadag/ui/button'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { Suspense } from 'react'
import { DueList } from '../../domain/due/due-list.tsx'
import { useRead } from '../../platform/data/data.ts'
import { LoadingCard } from '../../platform/data/loading-card.tsx'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { Link, navigate, useSearch } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { laterInside } from '../../platform/screen/when-near.tsx'
import { KeptCircle } from './kept-circle.tsx'

const NewCircle = laterInside(async () => (await import('../../features/circles/new-circle.tsx')).NewCircle)
const EnterCircle = laterInside(async () => (await import('../../features/circles/enter-circle.tsx')).EnterCircle)

/** One circle, a new one, or the one behind a code. */
export function Page({ id }: { id?: number }) {
  const code = new URLSearchParams(useSearch()).get('code')
  if (id !== undefined) return <One key={id} id={id} />
  return (
    <Suspense fallback={<LoadingCard className="max-w-lg" />}>
      {code === null ? (
        <NewCircle onMade={made => navigate(pathTo('circles', { id: made }), { replace: true })} />
      ) : (
        <EnterCircle key={code} given={code} loading={<LoadingCard className="max-w-lg" />} />
      )}
    </Suspense>
  )
}

function One({ id }: { id: number }) {
  const { t } = useLingui()
  const { data: circle, error, refetch } = useRead(oneCircle, { params: { id } })
  if (error?.status === 404) return <Unknown />
  if (error && !circle)
    return (
      <ReadFailed error={error} heading="h1" title={t`The circle could not be loaded`} onRetry={() => void refetch()} />
    )
  if (!circle) return <LoadingCard className="max-w-lg" />
  const { askedBy, askedUntil, name, text } = circle
  if (!askedBy) return <KeptCircle circle={circle} />
  return (
    <div className="max-w-lg">
      <h1 tabIndex={-1} className="mb-3 break-words">
        {name}
      </h1>
      {text && <p className="mb-4 whitespace-pre-line break-words">{text}</p>}
      <DueList
        due={[{ kind: 'circle', id: `circle-${id}`, expiresAt: askedUntil, circleId: id, by: askedBy, name }]}
        isHeadingHidden
      />
    </div>
  )
}

function Unknown() {
  return (
    <EmptyState
      illustration="notFound"
      heading="h1"
      title={<Trans>This circle is no longer there</Trans>}
      action={
        <Link to={pathTo('chat')} className={buttonClass({ variant: 'do' })}>
          <Trans>View the chats</Trans>
        </Link>
      }
    />
  )
}
