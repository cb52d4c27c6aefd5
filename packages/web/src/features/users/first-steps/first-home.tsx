import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { editProfile } from '@papadag/contract/users/users'
import { TextField } from '@papadag/ui/fields/text-field'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '../../../platform/data/data.ts'
import { useDraft } from '../../../platform/drafts.ts'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { noConnection } from '../../../platform/screen/notices.ts'
import { useUser } from '../../../platform/session/session.ts'
import { AtHomeButton } from '../neighbourhood/at-home-button.tsx'
import { TownForm } from '../neighbourhood/town-form.tsx'
import { checks } from '../profile/profile-fields.ts'
import { Onward, Question, type StepProps } from './first-question.tsx'

/** Roughly where he lives: located once by his device, or the name of his town. */
export function FirstHome({ onNext, locate }: StepProps) {
  const { t } = useLingui()
  const { id, city: known } = useUser()
  const draft = useDraft('first-home', id, stored => (typeof stored === 'string' ? stored : undefined))
  const [city, setCity] = useState(draft.restored ?? known ?? '')
  const [isTried, setIsTried] = useState(false)
  // His town, if its position is unknown.
  const [unknownTown, setUnknownTown] = useState<string>()
  function next() {
    draft.forget()
    onNext()
  }
  const outcome = {
    failed: { title: msg`Your answer was not saved`, serverTextOr: msg`Please try again later.` },
    onDone: next,
  }
  const named = useWrite(editProfile, {
    failed: { ...outcome.failed, serverTextOr: noConnection },
    onDone: ({ home, city: town }) => (home ? next() : setUnknownTown(town ?? '')),
  })
  const problem = checks.city(city)

  function send() {
    setIsTried(true)
    if (city.trim() === '' || city.trim() === known) return next()
    if (problem === true) named.mutate({ body: { city } })
  }
  if (unknownTown !== undefined) return <TownNearby town={unknownTown} onNext={next} />
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
        <AtHomeButton className="justify-self-start" locate={locate} outcome={outcome} />
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

/** Asks for a larger town, to measure from. */
function TownNearby({ town, onNext }: { town: string; onNext: () => void }) {
  const question = useRef<HTMLDivElement>(null)
  // The button that led here has disappeared.
  useEffect(() => question.current?.querySelector('h2')?.focus(), [])
  return (
    <div ref={question} className="md:max-w-120">
      <Question
        title={<Trans>Which larger town is near {town}?</Trans>}
        why={<Trans>We don’t know where {town} is, and measure from the town that you name here.</Trans>}
      >
        <TownForm
          label={<Trans>A town near you</Trans>}
          action={<Trans>Measure from there</Trans>}
          variant="do"
          onDone={onNext}
        />
        <Onward onSkip={onNext} />
      </Question>
    </div>
  )
}
