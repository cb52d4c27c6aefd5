import { useLingui } from '@lingui/react/macro'
import { pollByLink } from '@papadag/contract/playdates/polls'
import { LeafCardSkeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { useEffect } from 'react'
import { AnswerPoll } from '../../features/polls/answer-poll.tsx'
import { useRead } from '../../platform/data/data.ts'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { navigate, Redirect, usePath } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { forgetInvitation } from '../../platform/session/kept-invitation.ts'
import { ToChosenPlaydate, UnknownPoll } from './poll-states.tsx'

/** A poll as a member with its link sees it; visitors get the server's own page. */
export function Page() {
  const { t } = useLingui()
  const [, , token = ''] = usePath().split('/')
  const { data, error, refetch } = useRead(pollByLink, { params: { token } })
  useEffect(forgetInvitation, [])
  if (error?.status === 404) return <UnknownPoll />
  if (!data && error)
    return (
      <ReadFailed
        error={error}
        heading="h1"
        title={t`The question could not be loaded`}
        onRetry={() => void refetch()}
      />
    )
  if (!data)
    return (
      <SkeletonGroup label={t`Loading...`} className="mx-auto max-w-lg">
        <LeafCardSkeleton />
      </SkeletonGroup>
    )
  if (data.isOwn) return <Redirect to={pathTo('polls', { id: data.id })} />
  return (
    <div className="mx-auto grid max-w-lg grid-cols-[minmax(0,1fr)] gap-4">
      <AnswerPoll
        poll={data}
        token={token}
        onAnswered={({ id }) => navigate(pathTo('polls', { id }), { replace: true })}
      />
      <ToChosenPlaydate poll={data} />
    </div>
  )
}
