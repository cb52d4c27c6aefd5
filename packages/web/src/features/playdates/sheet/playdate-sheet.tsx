import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { onePlaydate, type Participant, type Playdate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import { NumberStepper } from '@papadag/ui/fields/number-stepper'
import { Dialog } from '@papadag/ui/layers/dialog'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { TooFewPlaces } from '../../../domain/places/too-few-places.tsx'
import { childrenToBring } from '../../../domain/playdates/children-to-bring.ts'
import { Facts, isOver, Leaf } from '../../../domain/playdates/playdate-facts.tsx'
import { useChangeChildren } from '../../../domain/playdates/use-change-children.ts'
import { useRead } from '../../../platform/data/data.ts'
import { PartFailed } from '../../../platform/data/part-failed.tsx'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { notify } from '../../../platform/screen/notices.ts'
import { askToShare } from '../../../platform/screen/sharing.ts'
import { laterInside } from '../../../platform/screen/when-near.tsx'
import { useUser } from '../../../platform/session/session.ts'
import { CancelReason } from '../cancelling/cancel-reason.tsx'
import { UndoMove } from '../moving/undo-move.tsx'
import { AfterAdvice, Loading } from './after-advice.tsx'
import { AgesOn } from './ages-on.tsx'
import { ParticipantList } from './participant-list.tsx'
import { MembershipButton, PlaydateOptions } from './playdate-actions.tsx'
import { WaitForAll } from './wait-for-all.tsx'
import { WaitingCount } from './waiting-count.tsx'
import { WaitingFathers } from './waiting-fathers.tsx'

const OpenSection = laterInside(async () => (await import('../open/open-section.tsx')).OpenSection, 'others')
const SeriesSection = laterInside(async () => (await import('../series/series-section.tsx')).SeriesSection, 'others')

type Props = {
  id: number
  /** The list's data, until the playdate itself has been read. */
  known?: Playdate | undefined
  open: boolean
  onClose: () => void
  /** Directions, from another feature. */
  way?: ((playdate: Playdate) => ReactNode) | undefined
  /** The weather of its hours, from another feature. */
  weather?: ((playdate: Playdate) => ReactNode) | undefined
  /** Actions on a participant, from other features. */
  toPerson?: ((person: Participant) => ReactNode) | undefined
}

/** Everything about one playdate, over the list. */
export function PlaydateSheet({ id, known, open, onClose, way, weather, toPerson }: Props) {
  const { t } = useLingui()
  const read = useRead(onePlaydate, { params: { id } }, { enabled: open })
  const [typed, setTyped] = useState<{ id: number; children: number | undefined }>()
  const children = typed?.id === id ? typed.children : undefined
  // Only lists contain the distance.
  const playdate = read.data ? { ...pickDistance(known), ...read.data } : known
  const isGone = open && read.error?.status === 404
  useEffect(() => {
    if (!isGone) return
    notify({ title: msg`This playdate is no longer there`, description: msg`It was deleted, or it is over.` })
    onClose()
  }, [isGone, onClose])

  return (
    <Dialog
      open={open && !isGone}
      onClose={onClose}
      hasAddress
      closeLabel={t`Close`}
      title={playdate?.title ?? t`Playdate`}
      {...(playdate && {
        footer: (
          <SheetActions
            key={playdate.id}
            {...{ playdate, typed: children }}
            onType={children => setTyped({ id, children })}
            onDeleted={onClose}
          />
        ),
      })}
    >
      {playdate ? (
        <Details {...{ playdate, children, way, weather, toPerson }} />
      ) : read.error ? (
        <PartFailed error={read.error} onRetry={() => void read.refetch()}>
          <Trans>An error occurred while loading your playdates</Trans>
        </PartFailed>
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

function pickDistance(known: Playdate | undefined) {
  return known && { metresAway: known.metresAway, distance: known.distance }
}

type DetailsProps = Pick<Props, 'way' | 'weather' | 'toPerson'> & {
  playdate: Playdate
  /** The number of children that he has chosen at the foot of the sheet. */
  children: number | undefined
}

function Details({ playdate, children, way, weather, toPerson }: DetailsProps) {
  const isAdvised = !isOver(playdate) && playdate.state === 'planned' && playdate.myStatus !== 'creator'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex gap-3.5">
        <Leaf playdate={playdate} />
        <Facts playdate={playdate} wrap />
      </div>
      {playdate.state === 'cancelled' && (
        <div className="grid gap-2 rounded-kap-s bg-danger-soft p-4">
          <p className="font-bold text-danger">
            <Trans>This playdate is cancelled</Trans>
          </p>
          <CancelReason playdate={playdate} />
        </div>
      )}
      {(playdate.series || playdate.minimumFathers) && (
        <Suspense>
          <SeriesSection playdate={playdate} bringing={children} />
        </Suspense>
      )}
      {way?.(playdate)}
      <AfterAdvice isAdvised={isAdvised}>
        <Rest {...{ playdate, weather, toPerson }} />
      </AfterAdvice>
    </div>
  )
}

function Rest({ playdate, weather, toPerson }: Omit<DetailsProps, 'way' | 'children'>) {
  const { description } = playdate
  const waitingCount = playdate.waitingCount ?? 0
  return (
    <>
      {description && <p className="whitespace-pre-line break-words">{description}</p>}
      {playdate.myStatus === 'creator' && playdate.state === 'planned' && (
        <UndoMove key={playdate.placeId} playdate={playdate} />
      )}
      {weather?.(playdate)}
      {playdate.kind === 'open' ? (
        <Suspense>
          <OpenSection playdate={playdate} toPerson={toPerson} />
        </Suspense>
      ) : (
        <WhoComes playdate={playdate} toPerson={toPerson} />
      )}
      {waitingCount > 0 && playdate.myStatus === 'creator' && <WaitingFathers id={playdate.id} />}
      <AgesOn playdate={playdate} />
    </>
  )
}

function WhoComes({ playdate, toPerson }: Pick<DetailsProps, 'playdate' | 'toPerson'>) {
  const { placesTaken, maxParticipants } = playdate
  const left = maxParticipants - placesTaken
  const waitingCount = playdate.waitingCount ?? 0
  return (
    <section>
      <h3 className="mb-2.5 flex flex-wrap items-baseline justify-between gap-x-3">
        {playdate.state === 'cancelled' ? <Trans>Who was coming</Trans> : <Trans>Who’s coming</Trans>}
        <span className="font-[450] font-sans text-ink-2 text-sm tabular-nums tracking-normal">
          {placesTaken} / {maxParticipants}
          {' · '}
          {left > 0 ? <Plural value={left} one="# place left" other="# places left" /> : <Trans>Full</Trans>}
          {waitingCount > 0 && playdate.myStatus === 'creator' && (
            <>
              {' · '}
              <WaitingCount count={waitingCount} />
            </>
          )}
        </span>
      </h3>
      <ParticipantList playdate={playdate} toPerson={toPerson} />
    </section>
  )
}

type ActionsProps = {
  playdate: Playdate
  /** The number of children that he has chosen; otherwise the server's counts. */
  typed: number | undefined
  onType: (children: number | undefined) => void
  onDeleted: () => void
}

function SheetActions({ playdate, typed, onType, onDeleted }: ActionsProps) {
  const { t } = useLingui()
  const { id: userId, childrenInfo } = useUser()
  const stepper = useRef<HTMLInputElement>(null)
  // The focused button disappears when nothing is left to save.
  const change = useChangeChildren(() => {
    onType(undefined)
    stepper.current?.focus()
  })
  const me = playdate.participants.find(person => person.id === userId)
  const brought = me?.children ?? 0
  const children = typed ?? (me ? brought : childrenToBring(playdate, childrenInfo.length).usual)
  // The places available for his children, including those they already have.
  const left = playdate.maxParticipants - playdate.placesTaken
  const room = me ? left + brought : left - 1
  const max = Math.max(0, Math.min(limits.childrenAlong, room))
  const [isTried, setIsTried] = useState(false)
  const isCount = Number.isInteger(children) && children >= 0 && children <= limits.childrenAlong
  const noRoom = children > max ? t`There isn’t room for that many` : undefined
  const problem = isCount ? noRoom : sayIssue('playdate.childrenAlong')
  const mayGo = () => {
    if (!problem) return true
    setIsTried(true)
    stepper.current?.focus()
    return false
  }
  const isOpen = !isOver(playdate) && playdate.state === 'planned' && playdate.kind !== 'open'
  // His answer to whether he is coming, or whether it goes ahead, saves the number with it.
  const isAsked = playdate.confirmation === 'due'
  const canSay = isOpen && (me !== undefined || max > 0)
  return (
    <div className="flex flex-1 flex-wrap items-end justify-between gap-3">
      {isOpen && !me && (
        <TooFewPlaces
          hostId={playdate.participants[0]?.id ?? null}
          startTime={playdate.startTime}
          placesLeft={left}
          ofHis={childrenInfo.length}
        />
      )}
      {isOpen && !me && <WaitForAll playdate={playdate} />}
      {canSay && (
        <NumberStepper
          label={t`How many children are you bringing?`}
          value={children}
          onChange={onType}
          error={isTried && problem}
          min={0}
          max={max}
          ref={stepper}
          decreaseLabel={t`One child fewer`}
          increaseLabel={t`One child more`}
        />
      )}
      <div className="ml-auto flex items-center gap-2 phone:w-full">
        {isOpen && me && children !== brought && !isAsked ? (
          <Button
            variant="do"
            size={44}
            className="phone:flex-1"
            busy={change.isPending}
            onClick={() => mayGo() && change.mutate({ params: { id: playdate.id }, body: { children } })}
          >
            {isCount ? (
              <Plural
                value={children}
                _0="I’m coming on my own"
                one="I’m coming with # child"
                other="I’m coming with # children"
              />
            ) : (
              <Trans>Save</Trans>
            )}
          </Button>
        ) : isOpen && playdate.myStatus === 'creator' && !isAsked ? (
          <Button size={44} icon="share" className="phone:flex-1" onClick={() => askToShare(playdate)}>
            <Trans>Ask dads along</Trans>
          </Button>
        ) : (
          <MembershipButton playdate={playdate} bringing={children} mayJoin={mayGo} className="phone:flex-1" />
        )}
        <PlaydateOptions playdate={playdate} onDeleted={onDeleted} className="ml-auto" />
      </div>
    </div>
  )
}
