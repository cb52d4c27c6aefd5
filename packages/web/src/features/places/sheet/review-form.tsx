import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { type Review, reviewPlace } from '@papadag/contract/places/place-reviews'
import { Button } from '@papadag/ui/button'
import { TextArea } from '@papadag/ui/fields/text-field'
import { type FormEvent, useState } from 'react'
import { useWrite } from '../../../platform/data/data.ts'
import { useDraft } from '../../../platform/drafts.ts'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { useUser } from '../../../platform/session/session.ts'
import { StarField } from './star-field.tsx'

type Props = { placeId: number; mine: Review | undefined; onDone: () => void; onCancel: () => void }

type Typed = { rating?: number | undefined; text: string }

function readTyped(stored: unknown): Typed | undefined {
  const { rating, text } = Object(stored)
  return ['undefined', 'number'].includes(typeof rating) && typeof text === 'string' ? { rating, text } : undefined
}

/** The user's review of a place. */
export function ReviewForm({ placeId, mine, onDone, onCancel }: Props) {
  const { t } = useLingui()
  const draft = useDraft(`review-${placeId}`, useUser().id, readTyped)
  const [{ rating, text }, setTyped] = useState<Typed>(
    draft.restored ?? { rating: mine?.rating, text: mine?.text ?? '' },
  )
  const type = (typed: Partial<Typed>) => {
    const next = { rating, text, ...typed }
    setTyped(next)
    draft.keep(next)
  }
  const [isTried, setIsTried] = useState(false)
  const review = useWrite(reviewPlace, {
    done: msg`Thanks for your review`,
    failed: { title: msg`Your review was not saved`, serverTextOr: msg`Please try again in a moment.` },
    onDone: () => {
      draft.forget()
      onDone()
    },
  })
  const isTooLong = [...text.trim()].length > limits.review
  const send = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (rating === undefined || isTooLong || review.isPending) return
    review.mutate({ params: { id: placeId }, body: { rating, text } })
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-3">
      <StarField
        value={rating}
        onChange={chosen => type({ rating: chosen })}
        error={isTried && rating === undefined ? sayIssue('place.rating') : undefined}
      />
      <TextArea
        label={t`How was it?`}
        mark={t`(optional)`}
        value={text}
        onChange={event => type({ text: event.currentTarget.value })}
        error={isTooLong ? sayIssue('text.tooLong') : undefined}
      />
      <div className="flex gap-2.5">
        <Button
          size={44}
          disabled={review.isPending}
          onClick={() => {
            draft.forget()
            onCancel()
          }}
        >
          <Trans>Cancel</Trans>
        </Button>
        {/* Not yellow, since the sheet below keeps its own main action. */}
        <Button type="submit" size={44} variant="picked" busy={review.isPending} busyLabel={t`Saving...`}>
          <Trans>Save review</Trans>
        </Button>
      </div>
    </form>
  )
}
