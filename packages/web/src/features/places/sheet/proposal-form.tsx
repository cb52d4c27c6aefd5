import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { proposeForPlace } from '@papadag/contract/places/place-edits'
import { Button } from '@papadag/ui/button'
import { TextArea } from '@papadag/ui/fields/text-field'
import { type FormEvent, useState } from 'react'
import { useWrite } from '../../../platform/data/data.ts'
import { useDraft } from '../../../platform/drafts.ts'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { useUser } from '../../../platform/session/session.ts'

type Props = { placeId: number; kind: 'change' | 'gone'; onDone: () => void }

const readText = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)

/** Tells the moderators what is wrong or outdated. */
export function ProposalForm({ placeId, kind, onDone }: Props) {
  const { t } = useLingui()
  const draft = useDraft(`proposal-${placeId}-${kind}`, useUser().id, readText)
  const [text, setText] = useState(draft.restored ?? '')
  const [isTried, setIsTried] = useState(false)
  const propose = useWrite(proposeForPlace, {
    done: { title: msg`Thank you`, description: msg`A moderator will look at it.` },
    failed: { title: msg`It was not sent`, serverTextOr: msg`Please try again in a moment.` },
    onDone: () => {
      draft.forget()
      onDone()
    },
  })
  const isEmpty = kind === 'change' && text.trim() === ''
  const isTooLong = [...text.trim()].length > limits.description
  const problem = isTooLong ? 'text.tooLong' : isTried && isEmpty ? 'field.required' : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (isEmpty || isTooLong || propose.isPending) return
    propose.mutate({ params: { id: placeId }, body: { kind, text } })
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-3">
      {kind === 'gone' && (
        <p>
          <Trans>If three dads say so, this place comes off the list until a moderator has looked.</Trans>
        </p>
      )}
      <TextArea
        label={kind === 'gone' ? t`What is there now?` : t`What should change?`}
        mark={kind === 'gone' ? t`(optional)` : undefined}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          draft.keep(value)
        }}
        error={sayIssue(problem)}
      />
      <Button type="submit" variant="do" busy={propose.isPending} className="justify-self-start">
        <Trans>Send</Trans>
      </Button>
    </form>
  )
}
