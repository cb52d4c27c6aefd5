import { Trans, useLingui } from '@lingui/react/macro'
import { declinePlaydate } from '@papadag/contract/playdates/declines'
import { joinPlaydate, type Playdate } from '@papadag/contract/playdates/playdates'
import { confirmPlaydate } from '@papadag/contract/playdates/series'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { address } from '@papadag/contract/route'
import { Badge } from '@papadag/ui/badge'
import { Button } from '@papadag/ui/button'
import type { MenuItem, MenuStepper } from '@papadag/ui/layers/menu-item'
import { SplitButton } from '@papadag/ui/split-button'
import { type ReactNode, Suspense, useState } from 'react'
import { TooFewPlaces } from '../../../../domain/places/too-few-places.tsx'
import { useIsUnsent } from '../../../../platform/data/unsent-writes.ts'
import { useDates } from '../../../../platform/language/dates.ts'
import { sayUnavailable } from '../../../../platform/screen/quiet.tsx'
import { later, laterInside } from '../../../../platform/screen/when-near.tsx'
import { useUser } from '../../../../platform/session/session.ts'
import { useDeletion } from '../../cancelling/use-deletion.tsx'
import type { Saying } from '../asked/use-saying.ts'
import { OnceMore } from '../once-more.tsx'
import { hasDeclined, isAskedAlong, type PlaydateState, stateOf } from './state-of.ts'
import { type MainAction, mainActionOf, useActions } from './use-actions.tsx'
import { useAlternatives } from './use-alternatives.ts'
import { useChildren } from './use-children.ts'

const Decline = laterInside(async () => (await import('../asked/asked.tsx')).Decline, 'others')
const LeaveDialog = later(async () => (await import('../dialogs/leave-dialog.tsx')).LeaveDialog)
const DropInButton = laterInside(async () => (await import('../../open/open-section.tsx')).DropInButton, 'others')

type Props = {
  playdate: Playdate
  /** The number of children that he has chosen; otherwise the server's. */
  typed: number | undefined
  onType: (children: number | undefined) => void
  onDeleted: () => void
  saying: Saying
  /** What he wanted to say is said. */
  onSaid: () => void
}

/** At the foot of the sheet: what a playdate is to him, in the button that does the next thing. */
export function StateButton({ playdate, typed, onType, onDeleted, saying, onSaid }: Props) {
  const dates = useDates()
  const user = useUser()
  const state = stateOf(playdate, user, user.childrenInfo.length)
  const children = useChildren(playdate, typed, onType)
  const [isLeaving, setIsLeaving] = useState<boolean>()
  const { id } = playdate
  const weekday = dates.weekday(new Date(playdate.startTime).getDay())
  const actions = useActions(playdate, children)
  const { answer, isAnswering } = actions
  const main = mainActionOf({ playdate, state, children, actions, onLeave: () => setIsLeaving(true) })
  const deletion = useDeletion(playdate, onDeleted)
  const { items, stepper } = useAlternatives({
    playdate,
    state,
    children,
    actions,
    onType,
    onLeave: () => setIsLeaving(true),
    onDelete: deletion.ask,
  })
  const position = state.kind === 'waiting' ? state.position : 0
  const isWaiting = state.kind === 'waiting' && !state.hasRoom
  const hasMenu = !isWaiting && (items.length > 0 || stepper !== undefined)

  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-2">
      {(state.kind === 'room' || state.kind === 'short') && (
        <TooFewPlaces
          hostId={playdate.participants[0]?.id ?? null}
          startTime={playdate.startTime}
          placesLeft={playdate.maxParticipants - playdate.placesTaken}
          ofHis={user.childrenInfo.length}
        />
      )}
      {state.kind === 'due' && (
        <p className="font-bold">
          <Trans>Are you coming on {weekday}?</Trans>
        </p>
      )}
      {state.kind === 'waiting' && (
        <p className="font-bold">
          {position > 0 ? <Trans>Number {position} on the waiting list</Trans> : <Trans>On the waiting list</Trans>}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Main kind={state.kind} playdate={playdate}>
          {main && <MainButton main={main} items={items} stepper={stepper} hasMenu={hasMenu} />}
        </Main>
        {state.kind === 'due' && (
          <Button busy={isAnswering(false)} disabled={isAnswering(true)} onClick={() => answer(false)}>
            <Trans>Not this week</Trans>
          </Button>
        )}
        {(hasDeclined(playdate) || isAskedAlong(playdate)) && (
          <Suspense
            fallback={
              <Button className="invisible">
                <Trans>I can’t make it</Trans>
              </Button>
            }
          >
            <Decline playdate={playdate} saying={saying} onSent={onSaid} />
          </Suspense>
        )}
      </div>
      <Unsent id={id} />
      {isLeaving !== undefined && (
        <Suspense>
          <LeaveDialog playdate={playdate} open={isLeaving} onClose={() => setIsLeaving(false)} />
        </Suspense>
      )}
      {deletion.dialog}
    </div>
  )
}

type MainProps = {
  kind: PlaydateState['kind']
  playdate: Playdate
  /** What he can do about one that he can still join or leave. */
  children: ReactNode
}

function Main({ kind, playdate, children }: MainProps) {
  switch (kind) {
    case 'cancelled':
      return (
        <Badge tone="danger" icon="ban">
          <Trans>Cancelled</Trans>
        </Badge>
      )
    case 'past':
      return (
        <>
          <OnceMore playdate={playdate} />
          <Badge>
            <Trans>Over</Trans>
          </Badge>
        </>
      )
    case 'dropIn':
      return (
        <Suspense>
          <DropInButton playdate={playdate} />
        </Suspense>
      )
    default:
      return children
  }
}

type ButtonProps = {
  main: MainAction
  items: readonly MenuItem[]
  stepper: MenuStepper | undefined
  hasMenu: boolean
}

/** The button itself, with its alternatives behind ▾. */
function MainButton({ main: { text, isLeaving, ...face }, items, stepper, hasMenu }: ButtonProps) {
  const { t } = useLingui()
  const words = (
    <>
      {text}
      {isLeaving && (
        <span className="sr-only">
          . <Trans context="confirm">Leave</Trans>
        </span>
      )}
    </>
  )
  if (!hasMenu) {
    return (
      <Button {...face} className="flex-1 basis-40">
        {words}
      </Button>
    )
  }
  return (
    <SplitButton
      {...face}
      className="min-w-0 flex-1 basis-40"
      menuLabel={t`Choose`}
      items={items}
      stepper={stepper}
      onUnavailable={sayUnavailable}
    >
      {words}
    </SplitButton>
  )
}

/** Says that an answer waits for the network. */
function Unsent({ id }: { id: number }) {
  const params = { id }
  const unsent = [
    useIsUnsent(address(joinPlaydate, { params })),
    useIsUnsent(address(waitForPlaydate, { params })),
    useIsUnsent(address(confirmPlaydate, { params })),
    useIsUnsent(address(declinePlaydate, { params })),
  ].includes(true)
  return (
    <span role="status" className={unsent ? 'text-ink-2 text-sm' : 'sr-only'}>
      {unsent && <Trans>Will be sent as soon as you are online again</Trans>}
    </span>
  )
}
