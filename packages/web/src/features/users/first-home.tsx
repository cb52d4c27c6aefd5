import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { editProfile, editSettings } from '@papadag/contract/users'
import { Button } from '@papadag/ui/button'
import { TextField } from '@papadag/ui/text-field'
import { useState } from 'react'
import { useWrite } from '../../platform/data.ts'
import { useDraft } from '../../platform/drafts.ts'
import { sayIssue } from '../../platform/issue-texts.ts'
import { noConnection } from '../../platform/notices.ts'
import { useUser } from '../../platform/session.ts'
import { Onward, Question, type StepProps } from './first-question.tsx'
import { checks } from './profile-fields.ts'
import { roughly } from './roughly.ts'

/** About where he lives: found once by his device, or the name of his town. */
export function FirstHome({ onNext, locate }: StepProps) {
  const { t } = useLingui()
  const { id, city: known } = useUser()
  const draft = useDraft('first-home', id, stored => (typeof stored === 'string' ? stored : undefined))
  const [city, setCity] = useState(draft.restored ?? known ?? '')
  const [isTried, setIsTried] = useState(false)
  const [isLocating, setIsLocating] = useState(false)
  function next() {
    draft.forget()
    onNext()
  }
  const outcome = {
    failed: { title: msg`Your answer was not saved`, serverTextOr: msg`Please try again later.` },
    onDone: next,
  }
  const place = useWrite(editSettings, outcome)
  const named = useWrite(editProfile, { ...outcome, failed: { ...outcome.failed, serverTextOr: noConnection } })
  const problem = checks.city(city)

  async function here() {
    setIsLocating(true)
    const position = await locate()
    setIsLocating(false)
    if (position) place.mutate({ body: { neighbourhood: roughly(position) } })
  }
  function send() {
    setIsTried(true)
    if (city.trim() === '' || city.trim() === known) return next()
    if (problem === true) named.mutate({ body: { city } })
  }
  return (
    <Question
      title={<Trans>Where do you live?</Trans>}
      why={
        <Trans>
          So that you see what is near. Others see at most whether you live within 2, 5 or 10 km, never where.
        </Trans>
      }
    >
      <div className="grid gap-3 md:max-w-120">
        <Button
          icon="locate"
          className="justify-self-start"
          busy={isLocating || place.isPending}
          onClick={() => void here()}
        >
          <Trans>I am at home now</Trans>
        </Button>
        <form
          id="first-home"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            send()
          }}
        >
          <TextField
            label={t`Or the name of your town`}
            icon="pin"
            autoComplete="address-level2"
            enterKeyHint="next"
            maxLength={limits.city}
            value={city}
            error={isTried && city.trim() !== '' && problem !== true ? sayIssue(problem) : undefined}
            onChange={({ currentTarget: { value } }) => {
              setCity(value)
              draft.keep(value)
            }}
          />
        </form>
      </div>
      <Onward onSkip={next} onGo={send} isBusy={named.isPending} />
    </Question>
  )
}
