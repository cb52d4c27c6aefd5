import { Trans, useLingui } from '@lingui/react/macro'
import { makeInvite } from '@papadag/contract/invites'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { Reply } from '@papadag/contract/route'
import { Button } from '@papadag/ui/button'
import { Dialog } from '@papadag/ui/layers/dialog'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { useEffect, useState } from 'react'
import { useRhythmFrom } from '../../domain/playdates/rhythm-words.ts'
import { useWrite } from '../../platform/data/data.ts'
import { useDates } from '../../platform/language/dates.ts'
import { pathTo } from '../../platform/navigation/routes.ts'
import { closeSharing } from '../../platform/screen/sharing.ts'
import { useUser } from '../../platform/session/session.ts'
import { AskFathers, useFathersToAsk } from './ask-fathers.tsx'
import { OwnLinks } from './own-links.tsx'
import { ShareWays } from './share-ways.tsx'

type Props = { playdate: Playdate; isNew: boolean }

/** Shares a playdate by a link that anybody can open, and with fathers nearby. */
export function ShareSheet({ playdate, isNew }: Props) {
  const { t } = useLingui()
  const [hasAsked, setHasAsked] = useState(false)
  // Closing it returns to the screen it was opened on.
  useEffect(() => {
    addEventListener('popstate', closeSharing)
    return () => removeEventListener('popstate', closeSharing)
  }, [])
  return (
    <Dialog
      open
      onClose={closeSharing}
      closeLabel={t`Close`}
      title={isNew ? t`Who are you asking along?` : t`Share “${playdate.title}”`}
      {...(isNew && {
        footer: (
          <Button variant={hasAsked ? 'do' : 'secondary'} className="flex-1" onClick={closeSharing}>
            {hasAsked ? <Trans>Done</Trans> : <Trans>Not now</Trans>}
          </Button>
        ),
      })}
    >
      {mayInvite(playdate) ? (
        <Invite playdate={playdate} isNew={isNew} onAsked={() => setHasAsked(true)} />
      ) : (
        <MembersLink playdate={playdate} />
      )}
    </Dialog>
  )
}

/** Participants may invite to a public place; only the creator may invite to a home. */
function mayInvite({ myStatus, locationVisibility, state, endTime }: Playdate) {
  const isOn = myStatus === 'creator' || (myStatus === 'joined' && locationVisibility === 'public')
  return isOn && state === 'planned' && Date.parse(endTime) > Date.now()
}

function Invite({ playdate, isNew, onAsked }: Props & { onAsked: () => void }) {
  const { t } = useLingui()
  const { id } = playdate
  // The last reply is kept while a new one is requested.
  const [made, setMade] = useState<Reply<typeof makeInvite>>()
  const fathers = useFathersToAsk(playdate)
  const { mutate, error } = useWrite(makeInvite, { onDone: setMade })
  useEffect(() => mutate({ params: { id } }), [mutate, id])
  if (error && !made) {
    return (
      <div role="alert">
        <p className="mb-3">{error.sentence ?? <Trans>The link could not be made.</Trans>}</p>
        <Button icon="refresh" onClick={() => mutate({ params: { id } })}>
          <Trans>Retry</Trans>
        </Button>
      </div>
    )
  }
  if (!made) {
    return (
      <SkeletonGroup label={t`Loading...`} className="grid gap-3">
        <Skeleton className="h-13 rounded-m" />
        <Skeleton className="h-24 rounded-m" />
      </SkeletonGroup>
    )
  }
  return (
    <Ways
      {...{ playdate, isNew, onAsked, made, fathers }}
      onShowName={showName => mutate({ params: { id }, body: { showName } })}
    />
  )
}

type WaysProps = Props & {
  onAsked: () => void
  made: Reply<typeof makeInvite>
  fathers: ReturnType<typeof useFathersToAsk>
  onShowName: (showName: boolean) => void
}

/** Whom to ask and the link, which waits for nobody: fathers who come later are below it, since they would push it down. */
function Ways({ playdate, isNew, onAsked, made, fathers, onShowName }: WaysProps) {
  const { id, myStatus } = playdate
  const message = useMessage(playdate, made.showsName)
  const [isLinkFirst] = useState(!fathers)
  const asking = fathers && fathers.length > 0 && (
    <AskFathers fathers={fathers} playdateId={id} url={made.url} onAsked={onAsked} />
  )
  const isAfter = !isLinkFirst && asking
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {isAfter && asking}
      <section>
        {isAfter && (
          <h3 className="mb-2">
            <Trans>Or send a link</Trans>
          </h3>
        )}
        <ShareWays url={made.url} message={message} token={made.token} isMain={!isAfter}>
          <Trans>
            Anyone with this link sees when and roughly where it is, and how many are coming. Not who. You need an
            account to join.
          </Trans>
        </ShareWays>
      </section>
      {myStatus === 'creator' && (
        <OwnLinks playdateId={id} showsName={made.showsName} mayWithdraw={!isNew} onShowName={onShowName} />
      )}
      {isLinkFirst && asking}
    </div>
  )
}

/** For viewers who do not take part: the playdate's address, which only members can open. */
function MembersLink({ playdate }: { playdate: Playdate }) {
  const url = new URL(pathTo('playdates', {}, { open: String(playdate.id) }), location.origin).href
  return (
    <ShareWays url={url} message={useMessage(playdate, false)}>
      <Trans>Only members of Papadag can open this link.</Trans>
    </ShareWays>
  )
}

/** The text of the message, which says as much as the invitation; a creator's message is signed. */
function useMessage({ title, startTime, myStatus, series }: Playdate, saysWhat: boolean | undefined) {
  const { t } = useLingui()
  const dates = useDates()
  const rhythm = useRhythmFrom(series, startTime)
  const { firstName } = useUser()
  const [day, time] = [dates.dayAndMonth(startTime), dates.time(startTime)]
  const isSigned = myStatus === 'creator'
  if (!saysWhat)
    return rhythm
      ? t`Playdate on ${day} at ${time}. ${rhythm}. Are you coming?`
      : t`Playdate on ${day} at ${time}. Are you coming?`
  if (rhythm)
    return isSigned
      ? t`Playdate on ${day} at ${time}: ${title}. ${rhythm}. Are you coming? Cheers, ${firstName}`
      : t`Playdate on ${day} at ${time}: ${title}. ${rhythm}. Are you coming?`
  return isSigned
    ? t`Playdate on ${day} at ${time}: ${title}. Are you coming? Cheers, ${firstName}`
    : t`Playdate on ${day} at ${time}: ${title}. Are you coming?`
}
