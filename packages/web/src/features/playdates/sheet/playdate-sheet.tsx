import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { onePlaydate, type Participant, type Playdate } from '@papadag/contract/playdates/playdates'
import { Dialog } from '@papadag/ui/layers/dialog'
import { Icon } from '@papadag/ui/pictures/icon'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Facts, isOver, Leaf } from '../../../domain/playdates/playdate-facts.tsx'
import { useRead } from '../../../platform/data/data.ts'
import { LoadingCard } from '../../../platform/data/loading-card.tsx'
import { PartFailed } from '../../../platform/data/part-failed.tsx'
import { notify } from '../../../platform/screen/notices.ts'
import { laterInside } from '../../../platform/screen/when-near.tsx'
import { CancelReason } from '../cancelling/cancel-reason.tsx'
import { UndoMove } from '../moving/undo-move.tsx'
import { RhythmLines } from '../series/rhythm-line.tsx'
import { AfterAdvice } from './after-advice.tsx'
import { answersOf } from './asked/answers-of.ts'
import { type Saying, useSaying } from './asked/use-saying.ts'
import { StateButton } from './foot/state-button.tsx'
import { hasDeclined, isAskedAlong } from './foot/state-of.ts'
import { More } from './sheet-more.tsx'
import { WhoComes } from './who/sheet-who.tsx'

const AskedRow = laterInside(async () => (await import('./asked/asked.tsx')).AskedRow, 'others')
const Answers = laterInside(async () => (await import('./asked/asked.tsx')).Answers, 'others')
const Sentence = laterInside(async () => (await import('./asked/asked.tsx')).Sentence, 'others')
const StateInShort = laterInside(
  async () => (await import('../../../domain/places/state-badge.tsx')).StateInShort,
  'others',
)
const CircleLine = laterInside(async () => (await import('./circle-line.tsx')).CircleLine, 'others')
const Buddies = laterInside(async () => (await import('./who/buddy.tsx')).Buddies, 'others')
const OpenSection = laterInside(async () => (await import('../open/open-section.tsx')).OpenSection, 'others')

type OfPlaydate = ((playdate: Playdate) => ReactNode) | undefined

type Props = {
  id: number
  /** The list's data, until the playdate itself has been read. */
  known?: Playdate | undefined
  open: boolean
  onClose: () => void
  /** What is above everything else, from another feature. */
  notice?: OfPlaydate
  /** The weather of its hours in a line, from another feature. */
  weather?: OfPlaydate
  /** What may help him once, under the faces. */
  hint?: OfPlaydate
  /** Its group chat, from another feature. */
  chat?: OfPlaydate
  /** Rows of "More", from other features. */
  more?: OfPlaydate
  /** Actions on a participant, from other features. */
  toPerson?: ((person: Participant) => ReactNode) | undefined
}

/** Everything about one playdate, over the list. */
export function PlaydateSheet({ id, known, open, onClose, ...parts }: Props) {
  const { t } = useLingui()
  const read = useRead(onePlaydate, { params: { id } }, { enabled: open })
  const [typed, setTyped] = useState<{ id: number; children: number | undefined }>()
  const children = typed?.id === id ? typed.children : undefined
  const saying = useSaying(id)
  // Only lists contain the distance.
  const playdate = read.data ? { ...pickDistance(known), ...read.data } : known
  const isGone = open && read.error?.status === 404
  const hasWaited = useHasWaited()
  useEffect(() => {
    if (!isGone) return
    notify({ title: msg`This playdate is no longer there`, description: msg`It was deleted, or it is over.` })
    onClose()
  }, [isGone, onClose])

  return (
    <Dialog
      open={open && !isGone && (hasWaited || Boolean(playdate ?? read.error))}
      onClose={onClose}
      hasAddress
      closeLabel={t`Close`}
      title={playdate?.title ?? t`Playdate`}
      {...(playdate && {
        footer: (
          <StateButton
            key={playdate.id}
            {...{ playdate, typed: children, saying }}
            onType={children => setTyped({ id, children })}
            onDeleted={onClose}
            onSaid={onClose}
          />
        ),
      })}
    >
      {playdate ? (
        <Details key={playdate.id} {...{ playdate, children, saying, onDeleted: onClose }} {...parts} />
      ) : read.error ? (
        <PartFailed error={read.error} onRetry={() => void read.refetch()}>
          <Trans>An error occurred while loading your playdates</Trans>
        </PartFailed>
      ) : (
        <LoadingCard />
      )}
    </Dialog>
  )
}

/** For so long a sheet waits for its playdate, since it would grow over the list when that comes. */
const patienceMs = 500

function useHasWaited() {
  const [hasWaited, setHasWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return hasWaited
}

function pickDistance(known: Playdate | undefined) {
  return known && { metresAway: known.metresAway, distance: known.distance }
}

type DetailsProps = Omit<Props, 'id' | 'known' | 'open' | 'onClose'> & {
  playdate: Playdate
  /** The number of children that he has chosen at the foot of the sheet. */
  children: number | undefined
  saying: Saying
  onDeleted: () => void
}

function Details({ playdate, children, saying, onDeleted, notice, weather, hint, chat, more, toPerson }: DetailsProps) {
  const { description, series, minimumFathers, myStatus } = playdate
  const isAhead = !isOver(playdate) && playdate.state === 'planned'
  const answers = answersOf(playdate)
  if (saying.isOpen && hasDeclined(playdate)) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Suspense fallback={<div className="min-h-80" />}>
          <AskedRow playdate={playdate} saying={saying} />
          <Sentence saying={saying} />
        </Suspense>
      </div>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {notice?.(playdate)}
      {(hasDeclined(playdate) || isAskedAlong(playdate)) && (
        // As high as the row, so that nothing moves.
        <Suspense fallback={<div className={playdate.declined ? 'min-h-28' : 'min-h-14'} />}>
          <AskedRow playdate={playdate} saying={saying} />
        </Suspense>
      )}
      <div className="flex gap-3.5">
        <Leaf playdate={playdate} />
        <Facts playdate={playdate} wrap>
          {weather?.(playdate)}
          {isAhead && playdate.placeState && (
            <p className="min-h-6">
              <Suspense>
                <StateInShort state={playdate.placeState} />
              </Suspense>
            </p>
          )}
          {(series || minimumFathers) && <RhythmLines playdate={playdate} />}
          {playdate.circle && (
            <Suspense>
              <CircleLine playdate={playdate} />
            </Suspense>
          )}
        </Facts>
      </div>
      {playdate.state === 'cancelled' && (
        <div className="grid gap-2 rounded-kap-s bg-danger-soft p-4">
          <p className="font-bold text-danger">
            <Trans>This playdate is cancelled</Trans>
          </p>
          <CancelReason playdate={playdate} />
        </div>
      )}
      {playdate.kind === 'open' && (
        <Suspense fallback={<div className="min-h-14" />}>
          <OpenSection playdate={playdate} />
        </Suspense>
      )}
      {isAhead && (playdate.buddy || playdate.fetches) && (
        <Suspense fallback={<div className="min-h-15" />}>
          <Buddies playdate={playdate} />
        </Suspense>
      )}
      <WhoComes playdate={playdate} toPerson={toPerson} />
      {hint?.(playdate)}
      {isAhead && answers.count > 0 && (
        <Suspense fallback={<div style={{ minHeight: answers.roomPx }} />}>
          <Answers {...answers} />
        </Suspense>
      )}
      {myStatus === 'none' ? isAhead && playdate.kind !== 'open' && <ChatOfOthers /> : chat?.(playdate)}
      {myStatus === 'creator' && playdate.state === 'planned' && (
        <UndoMove key={playdate.placeId} playdate={playdate} />
      )}
      <AfterAdvice isAdvised={isAhead && myStatus !== 'creator'} meanwhile={<Room>{description}</Room>}>
        {description && <p className={text}>{description}</p>}
        <More {...{ playdate, children, more, onDeleted }} />
      </AfterAdvice>
    </div>
  )
}

const text = 'whitespace-pre-line break-words'

/** As high as the text and the folded part that follow it, so that nothing moves. */
function Room({ children }: { children: string | null }) {
  const { t } = useLingui()
  return (
    <>
      <span role="status" className="sr-only">
        {t`Loading...`}
      </span>
      {children && (
        <p aria-hidden className={`invisible ${text}`}>
          {children}
        </p>
      )}
      <div className="min-h-14" />
    </>
  )
}

/** Says that whoever joins can write to the others. */
function ChatOfOthers() {
  return (
    <p className="flex min-h-14 items-center gap-3 rounded-kap-s bg-picked-soft px-4 py-2 leading-[1.3]">
      <Icon name="chat" />
      <span>
        <b className="block font-[650]">
          <Trans>Group chat</Trans>
        </b>
        <span className="block text-ink-2 text-sm">
          <Trans>For whoever joins</Trans>
        </span>
      </span>
    </p>
  )
}
