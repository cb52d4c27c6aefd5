import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { editProfile, editSettings } from '@papadag/contract/users'
import { Button } from '@papadag/ui/button'
import { TextField } from '@papadag/ui/text-field'
import { useState } from 'react'
import { useWrite } from '../../platform/data.ts'
import { sayIssue } from '../../platform/issue-texts.ts'
import { noConnection } from '../../platform/notices.ts'
import { useUser } from '../../platform/session.ts'
import { Onward, Question, type StepProps } from './first-question.tsx'
import { checks } from './profile-fields.ts'
import { roughly } from './roughly.ts'

/** About where he lives: found once by his device, or the name of his town. */
export function FirstHome({ onNext, locate }: StepProps) {
  const { t } = useLingui()
  const { city: known } = useUser()
  const [city, setCity] = useState(known ?? '')
  const [isTried, setIsTried] = useState(false)
  const [isLocating, setIsLocating] = useState(false)
  const outcome = {
    failed: { title: msg`Your answer was not saved`, serverTextOr: msg`Please try again later.` },
    onDone: onNext,
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
    if (city.trim() === '' || city.trim() === known) return onNext()
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
            onChange={({ currentTarget: { value } }) => setCity(value)}
          />
        </form>
      </div>
      <Onward onSkip={onNext} onGo={send} isBusy={named.isPending} />
    </Question>
  )
}
