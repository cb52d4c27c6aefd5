import { Trans, useLingui } from '@lingui/react/macro'
import { readNotifications } from '@papadag/contract/notifications'
import { onePoll } from '@papadag/contract/playdates/polls'
import { buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import { ScreenHead } from '@papadag/ui/screen-head'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { ShareWays } from '../../features/invites/share-ways.tsx'
import { AnswerPoll } from '../../features/polls/answer-poll.tsx'
import { bestOf, OwnPoll } from '../../features/polls/own-poll.tsx'
import { PollList } from '../../features/polls/poll-list.tsx'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { Link, navigate } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { ToChosenPlaydate, UnreadPoll } from './poll-states.tsx'

/** One poll, or all that concern the viewer. */
export function Page({ id }: { id?: number }) {
  return id === undefined ? <All /> : <One key={id} id={id} />
}

const toAsk = pathTo('create-playdate', {}, { how: 'ask' })

function All() {
  return (
    <>
      <ScreenHead
        title={<Trans>Which day suits everybody?</Trans>}
        actions={
          <Link to={toAsk} className={buttonClass({ size: 44, variant: 'do' })}>
            <Icon name="plus" size={18} />
            <Trans context="playdate">New</Trans>
          </Link>
        }
      />
      <PollList
        empty={
          // A subdued button, since the screen's head has the same in yellow.
          <Link to={toAsk} className={buttonClass()}>
            <Trans>Ask which day</Trans>
          </Link>
        }
      />
    </>
  )
}

function One({ id }: { id: number }) {
  const { t } = useLingui()
  const { data, error, refetch } = useRead(onePoll, { params: { id } })
  const { mutate: markRead } = useWrite(readNotifications)
  const isThere = data !== undefined
  const read = useEffectEvent(() => markRead({ body: { pollId: id } }))
  useEffect(() => {
    if (isThere) read()
  }, [isThere])
  if (!data || error?.status === 404) return <UnreadPoll error={error} onRetry={() => void refetch()} />
  return (
    <Around>
      {data.isOwn ? (
        <OwnPoll
          poll={data}
          share={
            data.url !== null && (
              <ShareWays url={data.url} message={t`Which day suits you?`} isMain={!bestOf(data.times)}>
                <Trans>Whoever has the link sees the days, and can answer with an account.</Trans>
              </ShareWays>
            )
          }
          onChosen={playdateId => navigate(pathTo('playdates', {}, { open: String(playdateId) }))}
          onDeleted={() => navigate(pathTo('polls'), { replace: true })}
        />
      ) : (
        <AnswerPoll poll={data} />
      )}
      <ToChosenPlaydate poll={data} />
    </Around>
  )
}

function Around({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-lg grid-cols-[minmax(0,1fr)] gap-4">
      <Link
        to={pathTo('polls')}
        className="-ml-1 inline-flex min-h-11 items-center gap-1.5 justify-self-start px-1 font-bold text-sm"
      >
        <Icon name="back" size={18} />
        <Trans>All questions</Trans>
      </Link>
      {children}
    </div>
  )
}
