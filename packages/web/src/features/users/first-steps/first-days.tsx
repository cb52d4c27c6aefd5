import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type HalfDay, halfDays } from '@papadag/contract/users/papa-days'
import { editSettings } from '@papadag/contract/users/users'
import { useState } from 'react'
import { useWrite } from '../../../platform/data/data.ts'
import { useDraft } from '../../../platform/drafts.ts'
import { noConnection } from '../../../platform/screen/notices.ts'
import { useUser } from '../../../platform/session/session.ts'
import { HalfDays } from '../papa-days/half-days.tsx'
import { Onward, Question, type StepProps } from './first-question.tsx'

const readDays = (stored: unknown): HalfDay[] | undefined =>
  Array.isArray(stored) ? halfDays.filter(day => stored.includes(day)) : undefined

/** Which half days he spends with his children. */
export function FirstDays({ onNext }: StepProps) {
  const { id } = useUser()
  const draft = useDraft('first-days', id, readDays)
  const [days, setDays] = useState(draft.restored ?? [])
  function next() {
    draft.forget()
    onNext()
  }
  const settings = useWrite(editSettings, {
    failed: ({ code }) => ({
      title: msg`Your answer was not saved`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: next,
  })
  return (
    <Question
      title={<Trans>Which days are yours?</Trans>}
      why={
        <Trans>
          So that you find dads who are free when you are. Nobody gets to see your list: only dads who share a day learn
          that one.
        </Trans>
      }
    >
      <HalfDays
        value={days}
        onChange={to => {
          setDays(to)
          draft.keep(to)
        }}
      />
      <Onward
        onSkip={next}
        onGo={() => (days.length === 0 ? next() : settings.mutate({ body: { papaDays: days } }))}
        isBusy={settings.isPending}
      />
    </Question>
  )
}
