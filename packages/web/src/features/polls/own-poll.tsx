import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { choosePollTime, deletePoll, type Poll, type PollTime } from '@papadag/contract/playdates/polls'
import { Button } from '@papadag/ui/button'
import { NumberStepper } from '@papadag/ui/fields/number-stepper'
import { ConfirmDialog } from '@papadag/ui/layers/dialog'
import { type ReactNode, useState } from 'react'
import { childrenToBring } from '../../domain/playdates/children-to-bring.ts'
import { useWrite } from '../../platform/data/data.ts'
import { useDates } from '../../platform/language/dates.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { useUser } from '../../platform/session/session.ts'
import { HowManyAnswered, PollView } from './poll-view.tsx'

type Props = {
  poll: Poll
  /** The ways to share its link. */
  share: ReactNode
  onChosen: (playdateId: number) => void
  onDeleted: () => void
}

/** The creator's own poll: who has answered, and one tap that turns a time into a playdate. */
export function OwnPoll({ poll, share, onChosen, onDeleted }: Props) {
  const { t } = useLingui()
  const { childrenInfo } = useUser()
  const { max, usual } = childrenToBring({ maxParticipants: poll.maxParticipants, placesTaken: 0 }, childrenInfo.length)
  const [children, setChildren] = useState(usual)
  const choose = useWrite(choosePollTime, {
    done: msg`The day has been chosen. Everybody who said yes has been told.`,
    failed: ({ code }) => ({
      title: msg`The day could not be chosen`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: ({ id }) => onChosen(id),
  })
  const isOpen = poll.state === 'open'
  const best = bestOf(poll.times)
  return (
    <PollView
      poll={poll}
      action={time => (
        <ChooseButton
          time={time}
          isBest={time === best}
          busy={choose.isPending && choose.variables?.body.timeId === time.id}
          onChoose={() => choose.mutate({ params: { id: poll.id }, body: { timeId: time.id, children } })}
        />
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-t-2 border-dashed pt-4">
        <HowManyAnswered poll={poll} />
        {isOpen && max > 0 && (
          <NumberStepper
            label={t`How many of your own children are you bringing?`}
            value={children}
            onChange={setChildren}
            min={0}
            max={max}
            decreaseLabel={t`One child fewer`}
            increaseLabel={t`One child more`}
          />
        )}
        {isOpen && share}
        <DeletePoll poll={poll} onDeleted={onDeleted} />
      </div>
    </PollView>
  )
}

/** The first time that suits the most fathers; undefined while nobody has said yes. */
export function bestOf(times: readonly PollTime[]): PollTime | undefined {
  return times.filter(({ yes, isPast }) => yes > 0 && !isPast).toSorted((a, b) => b.yes - a.yes || b.maybe - a.maybe)[0]
}

type ChooseProps = { time: PollTime; isBest: boolean; busy: boolean; onChoose: () => void }

function ChooseButton({ time, isBest, busy, onChoose }: ChooseProps) {
  const dates = useDates()
  return (
    <Button size={44} variant={isBest ? 'do' : 'secondary'} className="mt-2 w-full" busy={busy} onClick={onChoose}>
      <Trans>Choose this day</Trans>
      <span className="sr-only">{`: ${dates.dayAndMonth(time.startTime)}, ${dates.time(time.startTime)}`}</span>
    </Button>
  )
}

function DeletePoll({ poll, onDeleted }: { poll: Poll; onDeleted: () => void }) {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useWrite(deletePoll, {
    done: msg`The question has been deleted`,
    failed: ({ code }) => ({
      title: msg`The question could not be deleted`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: onDeleted,
    onFailed: () => setIsAsking(false),
  })
  return (
    <>
      <Button size={44} variant="ghost" icon="trash" className="justify-self-start" onClick={() => setIsAsking(true)}>
        <Trans>Delete this question</Trans>
      </Button>
      <ConfirmDialog
        open={isAsking}
        busy={remove.isPending}
        onCancel={() => setIsAsking(false)}
        title={t`Delete this question?`}
        cancelLabel={t`Cancel`}
        confirmLabel={t`Delete`}
        busyLabel={t`Deleting...`}
        onConfirm={() => remove.mutate({ params: { id: poll.id } })}
      >
        <p>
          {poll.state === 'chosen' ? (
            <Trans>The playdate stays. The answers and the link go.</Trans>
          ) : (
            <Trans>The answers and the link go. Nobody can answer any more.</Trans>
          )}
        </p>
      </ConfirmDialog>
    </>
  )
}
