import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import {
  type PlaceStateKind,
  pictureOfState,
  placeStateKinds,
  reportState,
} from '@papadag/contract/places/place-states'
import { Button } from '@papadag/ui/button'
import { ChipGroup } from '@papadag/ui/chip'
import { TextArea } from '@papadag/ui/fields/text-field'
import { type FormEvent, useState } from 'react'
import { stateWords } from '../../../domain/places/state-words.ts'
import { useWrite } from '../../../platform/data/data.ts'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { PhotoField } from '../forms/photo-field.tsx'

type Props = { placeId: number; onDone: () => void }

/** Tells the other fathers what is wrong with a playground, with a photo if he likes. */
export function StateForm({ placeId, onDone }: Props) {
  const { i18n, t } = useLingui()
  const [kind, setKind] = useState<PlaceStateKind>('broken')
  const [text, setText] = useState('')
  const [picture, setPicture] = useState<Blob>()
  const send = useWrite(pictureOfState, {
    failed: { title: msg`The photo was not saved`, serverTextOr: msg`The report itself is there.` },
  })
  const report = useWrite(reportState, {
    done: { title: msg`Thank you`, description: msg`Other dads see it here for two weeks.` },
    failed: { title: msg`It was not sent`, serverTextOr: msg`Please try again in a moment.` },
    onDone: ({ id: state }) => {
      if (picture) send.mutate({ params: { id: placeId, state: String(state) }, file: picture })
      onDone()
    },
  })
  const isTooLong = [...text.trim()].length > limits.placeStateText
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTooLong || report.isPending) return
    report.mutate({ params: { id: placeId }, body: { kind, ...(text.trim() && { text }) } })
  }
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ChipGroup
        label={t`What is the matter?`}
        value={kind}
        onChange={setKind}
        choices={placeStateKinds.map(value => ({
          value,
          label: i18n._(stateWords[value].short),
        }))}
      />
      <TextArea
        label={t`What have you seen?`}
        mark={t`(optional)`}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        error={sayIssue(isTooLong ? 'text.tooLong' : undefined)}
      />
      <PhotoField value={picture} onChange={setPicture} imageUrl={null} error={undefined} />
      <Button type="submit" variant="do" busy={report.isPending} className="justify-self-start">
        <Trans>Send</Trans>
      </Button>
    </form>
  )
}
