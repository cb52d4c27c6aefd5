import { Trans } from '@lingui/react/macro'
import type { Due, Today } from '@papadag/contract/today'
import { type FocusEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { focusHeading } from '../../platform/navigation/navigation.tsx'
import { laterInside } from '../../platform/screen/when-near.tsx'
import { ConfirmAnswer, GoAheadAnswer } from './confirm-answer.tsx'
import type { AnswerProps, OfPlaydate } from './due-row.tsx'
import { FullAnswer } from './full-answer.tsx'
import { AskedAnswer, FreeAnswer } from './join-answer.tsx'
import { KnownAnswer } from './known-answer.tsx'
import { PollAnswer } from './poll-answer.tsx'
import { ProposalAnswer } from './proposal-answer.tsx'
import { RequestAnswer } from './request-answer.tsx'

// Few are asked into a circle or about a playground.
const RareAnswer = laterInside(async () => (await import('./rare-answer.tsx')).RareAnswer, 'rare')

type Props = {
  due: Today['due']
  /** The heading is for screen readers alone. */
  isHeadingHidden?: boolean
  className?: string
}

/** What waits for his answer, each answered in place. Home and the bell show the same list. */
export function DueList({ due, isHeadingHidden = false, className = '' }: Props) {
  const headingId = useId()
  // Refused since it is full; it stays with its new state until the page is left.
  const [full, setFull] = useState<OfPlaydate>()
  const items = full ? [...due.filter(({ id }) => id !== full.id), full] : due
  const list = useFocusOnNext(items.map(({ id }) => id).join())
  if (items.length === 0) return null
  return (
    // The bell’s list opens over home’s, and two landmarks of one name cannot be told apart.
    <section aria-labelledby={isHeadingHidden ? headingId : undefined} className={className}>
      <h2 id={headingId} className={isHeadingHidden ? 'sr-only' : 'mb-2'}>
        <Trans>To do now</Trans>
      </h2>
      <ul {...list} className="card @container overflow-hidden rounded-kap-m bg-surface card-shadow lg:rounded-kap-l">
        {items.map((item, at) => (
          <li
            key={item.id}
            tabIndex={-1}
            className="border-line border-t-2 border-dashed p-3 outline-none first:border-t-0"
          >
            {item === full ? (
              <FullAnswer due={item} isFirst={at === 0} onAnswered={() => setFull(undefined)} />
            ) : (
              <Answer due={item} isFirst={at === 0} onFull={setFull} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Answer({ due, ...props }: AnswerProps<Due>) {
  switch (due.kind) {
    case 'confirm':
      return <ConfirmAnswer due={due} {...props} />
    case 'goAhead':
      return <GoAheadAnswer due={due} {...props} />
    case 'free':
      return <FreeAnswer due={due} {...props} />
    case 'asked':
      return <AskedAnswer due={due} {...props} />
    case 'poll':
      return <PollAnswer due={due} {...props} />
    case 'proposal':
      return <ProposalAnswer due={due} {...props} />
    case 'known':
      return <KnownAnswer due={due} {...props} />
    case 'request':
      return <RequestAnswer due={due} {...props} />
    default:
      return (
        // As high as the row will be: some say nothing below their question, one two lines, and with large text all but the
        // first are a line.
        <Suspense
          fallback={
            <div
              className={`${due.kind === 'circle' || due.kind === 'fact' ? 'min-h-24' : due.kind === 'circleCard' ? 'min-h-35' : 'min-h-30'} ${props.isFirst ? '' : '@max-[22rem]:min-h-11'}`}
            />
          }
        >
          <RareAnswer due={due} {...props} />
        </Suspense>
      )
  }
}

/** Once a row with the focus is gone, the row in its place has it, else the screen's heading. */
function useFocusOnNext(ids: string) {
  const list = useRef<HTMLUListElement>(null)
  const focused = useRef<number>(undefined)
  useEffect(() => {
    const at = focused.current
    if (at === undefined || document.activeElement !== document.body) return
    focused.current = undefined
    const rows = list.current?.children
    const next = rows?.item(Math.min(at, rows.length - 1))
    if (ids && next instanceof HTMLElement) next.focus()
    else focusHeading()
  }, [ids])
  return {
    ref: list,
    onFocus: ({ target }: FocusEvent) => {
      const rows = [...(list.current?.children ?? [])]
      focused.current = rows.findIndex(row => row.contains(target))
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) focused.current = undefined
    },
  }
}
