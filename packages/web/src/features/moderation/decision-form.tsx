import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import {
  type Decision,
  decideOnReport,
  decisionsOn,
  type ModeratedItem,
  suspensionDays,
} from '@papadag/contract/moderation'
import { Button } from '@papadag/ui/button'
import { SelectField, TextArea, TextField } from '@papadag/ui/fields/text-field'
import { type FormEvent, useState } from 'react'
import { useWrite } from '../../platform/data/data.ts'
import { sayIssue } from '../../platform/language/issue-texts.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { useDecisionWords } from './use-decision-words.ts'
import { decisionWords } from './words.ts'

const forever = 'appeal'

/** The decision and its reasons, for the user concerned. */
export function DecisionForm({ item, onDone }: { item: ModeratedItem; onDone: () => void }) {
  const { t, i18n } = useLingui()
  const [decision, setDecision] = useState<Decision | ''>('')
  const [days, setDays] = useState<string>('7')
  const { reason, rule, type, forget } = useDecisionWords(`decision-${item.id}`)
  // Reports that arrive while he writes are not part of the decision.
  const [lastReportId] = useState(() => Math.max(...item.reports.map(({ id }) => id)))
  const [isTried, setIsTried] = useState(false)
  const decide = useWrite(decideOnReport, {
    done: { title: msg`Decided`, description: msg`The person concerned and the person who reported it are told.` },
    failed: ({ code }) => ({
      title: msg`The decision was not saved`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: () => {
      forget()
      onDone()
    },
  })
  const problems = problemsOf(decision, reason, rule)
  // Excess length is reported at once, missing text only on submit.
  const errorOf = (field: keyof typeof problems) =>
    sayIssue(isTried || problems[field] === 'text.tooLong' ? problems[field] : undefined)
  const choices = choicesOn(item)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsTried(true)
    const wrong = Object.entries(problems).find(([, problem]) => problem)?.[0]
    if (wrong) event.currentTarget.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
    if (wrong || decision === '' || decide.isPending) return
    const chosenDays = suspensionDays.find(choice => String(choice) === days) ?? null
    decide.mutate({
      params: { id: item.id },
      body: { decision, reason, rule, lastReportId, ...(decision === 'suspend' && { days: chosenDays }) },
    })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <div className="grid gap-3 md:grid-cols-2">
        <SelectField
          name="decision"
          label={t`Decision`}
          value={decision}
          onChange={({ currentTarget: { value } }) => setDecision(choices.find(choice => choice === value) ?? '')}
          error={errorOf('decision')}
        >
          <option value="">{t`Choose…`}</option>
          {choices.map(choice => (
            <option key={choice} value={choice}>
              {i18n._(decisionWords[choice])}
            </option>
          ))}
        </SelectField>
        {decision === 'suspend' && <Duration days={days} onChange={setDays} />}
      </div>
      <TextArea
        name="reason"
        label={t`Why`}
        hint={t`The person concerned will read this. Say what happened, never who reported it.`}
        rows={2}
        value={reason}
        onChange={event => type({ reason: event.currentTarget.value })}
        error={errorOf('reason')}
      />
      <TextField
        name="rule"
        label={t`House rule or law`}
        value={rule}
        onChange={event => type({ rule: event.currentTarget.value })}
        error={errorOf('rule')}
      />
      <Button type="submit" variant="do" size={44} busy={decide.isPending} className="justify-self-start">
        <Trans>Decide</Trans>
      </Button>
    </form>
  )
}

/** How long a suspension lasts. */
function Duration({ days, onChange }: { days: string; onChange: (days: string) => void }) {
  const { t } = useLingui()
  return (
    <SelectField label={t`For how long`} value={days} onChange={event => onChange(event.currentTarget.value)}>
      {suspensionDays.map(choice => (
        <option key={String(choice)} value={choice ?? forever}>
          {choice === null ? t`Until an appeal succeeds` : t`${plural(choice, { one: '# day', other: '# days' })}`}
        </option>
      ))}
    </SelectField>
  )
}

/** Nobody unknown can be warned or suspended, and what is hidden cannot be hidden again. */
function choicesOn({ targetType, subject, isHidden }: ModeratedItem) {
  return decisionsOn[targetType].filter(
    choice => (subject || (choice !== 'warn' && choice !== 'suspend')) && (choice !== 'hide' || !isHidden),
  )
}

/** What is wrong with each field, in the order of the screen. */
function problemsOf(decision: Decision | '', reason: string, rule: string) {
  const problemOf = (text: string, max: number) =>
    [...text.trim()].length > max ? 'text.tooLong' : text.trim() === '' ? 'field.required' : undefined
  return {
    decision: decision === '' ? ('field.required' as const) : undefined,
    reason: problemOf(reason, limits.description),
    rule: problemOf(rule, limits.moderationRule),
  }
}
