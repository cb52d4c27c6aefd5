import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { answerPoll, type Choice, type Poll, type PollTime } from '@papadag/contract/playdates/polls'
import { Button } from '@papadag/ui/button'
import { useState } from 'react'
import { ChildrenStepper } from '../../domain/playdates/with-children.tsx'
import { useWrite } from '../../platform/data/data.ts'
import { useDraft } from '../../platform/drafts.ts'
import { useDates } from '../../platform/language/dates.ts'
import { askToReport, type Reported } from '../../platform/screen/reporting.ts'
import { useUser } from '../../platform/session/session.ts'
import { PollView } from './poll-view.tsx'

/** What he has chosen and not sent yet. */
type Typed = { changed: Record<number, Choice>; children?: number }

function readTyped(stored: unknown): Typed | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { changed, children }: { changed?: unknown; children?: unknown } = stored
  if (typeof changed !== 'object' || changed === null) return undefined
  const choices = Object.entries(changed).filter(([, choice]) => /^(yes|maybe|no)$/.test(String(choice)))
  return { changed: Object.fromEntries(choices), ...(typeof children === 'number' && { children }) }
}

type Props = {
  poll: Poll
  /** The token of the link by which he came. */
  token?: string
  onAnswered?: (poll: Poll) => void
}

/** A poll that somebody else created, with the viewer's answers; offline, they are queued. */
export function AnswerPoll({ poll, token, onAnswered }: Props) {
  const { t } = useLingui()
  const { id: userId, childrenInfo } = useUser()
  const draft = useDraft(`poll ${poll.id}`, userId, readTyped)
  const [typed, setTyped] = useState<Typed>(draft.restored ?? { changed: {} })
  const { changed, children = poll.children ?? Math.min(childrenInfo.length, limits.childrenAlong) } = typed
  function type(next: Typed) {
    setTyped(next)
    draft.keep(next)
  }
  function forget() {
    setTyped({ changed: {}, children })
    draft.forget()
  }
  const answer = useWrite(answerPoll, {
    done: msg`Your answer has been saved`,
    failed: { title: msg`Your answer could not be saved`, serverTextOr: msg`Please try again later.` },
    onDone: answered => {
      forget()
      onAnswered?.(answered)
    },
    whenOffline: async input => {
      const { answerLater } = await import('./answers-offline.ts')
      forget()
      await answerLater(input)
    },
  })
  const open = poll.times.filter(({ isPast }) => !isPast)
  const given = open.flatMap(time => {
    const choice = changed[time.id] ?? time.mine
    return choice ? [[String(time.id), choice] as const] : []
  })
  const isAnswered = open.every(({ mine }) => mine !== null)
  const isSame = isAnswered && Object.keys(changed).length === 0 && children === poll.children
  const send = () =>
    answer.mutate({
      params: { id: poll.id },
      body: { answers: Object.fromEntries(given), children, ...(token !== undefined && { token }) },
    })
  return (
    <PollView
      poll={poll}
      action={time => (
        <Choices
          time={time}
          value={changed[time.id] ?? time.mine}
          onChange={choice => type({ ...typed, changed: { ...changed, [time.id]: choice } })}
        />
      )}
    >
      {poll.state === 'open' && open.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-t-2 border-dashed pt-4">
          <ChildrenStepper
            label={t`How many children are you bringing?`}
            value={children}
            onChange={count => type({ changed, children: count })}
            max={limits.childrenAlong}
          />
          <Button variant="do" disabled={given.length === 0 || isSame} busy={answer.isPending} onClick={send}>
            {isSame ? <Trans>Answered</Trans> : <Trans>Send my answers</Trans>}
          </Button>
          <p className="text-ink-2 text-sm">
            <Trans>If the day becomes one you said yes to, you are on it at once.</Trans>
          </p>
        </div>
      )}
      <Button
        variant="soft"
        size={44}
        icon="flag"
        className="justify-self-start"
        onClick={() => askToReport(reportOf(poll, token))}
      >
        <Trans>Report</Trans>
      </Button>
    </PollView>
  )
}

/** Reports the question or its author: a poll that he knows only by its link cannot be reported by its number. */
function reportOf({ id, title, creator }: Poll, token: string | undefined): Reported {
  const name = `${creator.firstName} ${creator.lastName}`.trim()
  const person = { id: creator.id, name }
  return token === undefined
    ? { type: 'poll', id, name: title, person }
    : { type: 'user', id: creator.id, name, person }
}

type ChoicesProps = { time: PollTime; value: Choice | null; onChange: (choice: Choice) => void }

function Choices({ time: { id, startTime, endTime }, value, onChange }: ChoicesProps) {
  const { t } = useLingui()
  const dates = useDates()
  const options: { choice: Choice; label: string }[] = [
    { choice: 'yes', label: t`Yes` },
    { choice: 'maybe', label: t`If need be` },
    { choice: 'no', label: t`No` },
  ]
  return (
    <fieldset className="mt-2 min-w-0">
      <legend className="sr-only">{`${dates.dayAndMonth(startTime)}, ${dates.timeRange(startTime, endTime)}`}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ choice, label }) => (
          <label
            key={choice}
            className="flex min-h-11 flex-1 basis-20 cursor-pointer items-center justify-center gap-2 rounded-m px-3 text-center font-bold rim-ink has-checked:bg-picked-soft"
          >
            <input
              type="radio"
              name={`time-${id}`}
              className="size-5 shrink-0 accent-picked"
              checked={value === choice}
              onChange={() => onChange(choice)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
