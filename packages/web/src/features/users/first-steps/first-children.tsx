import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { editProfile, editSettings } from '@papadag/contract/users/users'
import { Button } from '@papadag/ui/button'
import { FieldError, SelectField } from '@papadag/ui/fields/text-field'
import { useState } from 'react'
import { useWrite } from '../../../platform/data/data.ts'
import { useDraft } from '../../../platform/drafts.ts'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { noConnection } from '../../../platform/screen/notices.ts'
import { useUser } from '../../../platform/session/session.ts'
import { monthNames } from '../profile/month-names.ts'
import {
  birthYears,
  type ChildFields,
  checkMonth,
  checkYear,
  childIn,
  readChildren,
} from '../profile/profile-fields.ts'
import { Onward, Question, type StepProps } from './first-question.tsx'
import { MatchChoice } from './match-choice.tsx'

const nobody = { name: '', month: '', year: '' }

/** When his children were born. */
export function FirstChildren({ onNext }: StepProps) {
  const { id, childrenInfo } = useUser()
  const draft = useDraft('first-children', id, readChildren)
  const [children, setChildren] = useState(draft.restored ?? [nobody])
  const [isTried, setIsTried] = useState(false)
  const [mayMatch, setMayMatch] = useState<boolean>()
  const failed = ({ code }: { code: string | undefined }) => ({
    title: msg`Your answer was not saved`,
    serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
  })
  const profile = useWrite(editProfile, { failed, onDone: next })
  const settings = useWrite(editSettings, { failed })
  const problems = children.map(child => [checkMonth(child), checkYear(child)].find(found => found !== true))
  const filled = children.filter(({ month, year }) => month !== '' && year !== '')
  const isUndecided = filled.length > 0 && mayMatch === undefined
  function fill(to: ChildFields[]) {
    setChildren(to)
    draft.keep(to)
  }
  const change = (at: number, to: Partial<ChildFields>) =>
    fill(children.map((child, index) => (index === at ? { ...child, ...to } : child)))

  function next() {
    draft.forget()
    onNext()
  }

  function send() {
    setIsTried(true)
    if (problems.some(problem => problem !== undefined) || isUndecided) return
    if (mayMatch === undefined) return next()
    // Sent first, since children who are sent again would be added again.
    settings.mutate({ body: { matchAges: mayMatch } }, { onSuccess: saveChildren })
  }
  function saveChildren() {
    if (filled.length === 0) return next()
    profile.mutate({ body: { childrenInfo: [...childrenInfo, ...filled.map(child => childIn(child))] } })
  }
  return (
    <Question
      title={<Trans>When were your children born?</Trans>}
      why={
        <Trans>
          So that we can look for dads with children of the same age. Others see an age at most, never the month.
        </Trans>
      }
    >
      <ul className="grid gap-3 md:max-w-120">
        {children.map((child, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: children are only added
          <li key={at}>
            <BornFields at={at} child={child} onChange={to => change(at, to)} />
            {isTried && <FieldError>{sayIssue(problems[at])}</FieldError>}
          </li>
        ))}
      </ul>
      {children.length + childrenInfo.length < limits.children && (
        <Button
          variant="ghost"
          size={44}
          icon="plus"
          className="mt-1.5 justify-self-start"
          onClick={() => fill([...children, nobody])}
        >
          <Trans>Another child</Trans>
        </Button>
      )}
      <MatchChoice
        value={mayMatch}
        onChange={setMayMatch}
        error={isTried && isUndecided && <Trans>Choose yes or no</Trans>}
      />
      <Onward onSkip={next} onGo={send} isBusy={settings.isPending || profile.isPending} />
    </Question>
  )
}

type BornProps = { at: number; child: ChildFields; onChange: (to: Partial<ChildFields>) => void }

/** The month and year in which one child was born. */
function BornFields({ at, child: { month, year }, onChange }: BornProps) {
  const { t, i18n } = useLingui()
  return (
    <fieldset className="grid grid-cols-2 gap-2.5">
      <legend className="sr-only">{t`Child ${at + 1}`}</legend>
      <SelectField
        label={t`Month`}
        value={month}
        onChange={({ currentTarget: { value } }) => onChange({ month: value })}
      >
        <option value="" />
        {monthNames(i18n.locale).map(one => (
          <option key={one.value} value={one.value}>
            {one.name}
          </option>
        ))}
      </SelectField>
      <SelectField label={t`Year`} value={year} onChange={({ currentTarget: { value } }) => onChange({ year: value })}>
        <option value="" />
        {birthYears().map(born => (
          <option key={born} value={born}>
            {born}
          </option>
        ))}
      </SelectField>
    </fieldset>
  )
}
