import { pollByLink } from '@papadag/contract/playdates/polls'
import { useEffect } from 'react'
import { AnswerPoll } from '../../features/polls/answer-poll.tsx'
import { useRead } from '../../platform/data/data.ts'
import { navigate, Redirect, usePath } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { forgetInvitation } from '../../platform/session/kept-invitation.ts'
import { ToChosenPlaydate, UnreadPoll } from './poll-states.tsx'

/** A poll as a member with its link sees it; visitors get the server's own page. */
export function Page() {
  const [, , token = ''] = usePath().split('/')
  const { data, error, refetch } = useRead(pollByLink, { params: { token } })
  useEffect(forgetInvitation, [])
  if (!data || error?.status === 404) return <UnreadPoll error={error} onRetry={() => void refetch()} />
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
