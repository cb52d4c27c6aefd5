import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { answerFact } from '@papadag/contract/places/place-answers'
import { editSettings } from '@papadag/contract/users/users'
import { Button } from '@papadag/ui/button'
import { useWrite } from '../../platform/data/data.ts'
import { reads } from '../../platform/data/reads.ts'
import { type AskedKey, factQuestions } from './fact-questions.ts'

type Props = {
  placeId: number
  factKey: AskedKey
  /** On home, whether it comes first there: its first answer is the one yellow button. */
  isFirst?: boolean
  onAnswered?: () => void
}

/** The question in words. */
export function questionIn(i18n: I18n, key: AskedKey, place: string): string {
  return i18n._(factQuestions[key].ask(place))
}

/** The answers to what he is asked, and that he wants to be asked no more, unless other questions need the room. */
export function AskedAnswers(asked: Omit<Props, 'onAnswered'>) {
  const stop = useWrite(editSettings, {
    done: { title: msg`Good, we won’t ask any more`, description: msg`You can switch it on again in your settings.` },
    failed: { title: msg`Your answer was not saved`, serverTextOr: msg`Please try again later.` },
    onDone: rereadQuestions,
  })
  return (
    <>
      <FactAnswers {...asked} onAnswered={rereadQuestions} />
      {asked.isFirst !== false && (
        <Button
          size={44}
          variant="ghost"
          busy={stop.isPending}
          onClick={() => stop.mutate({ body: { placeQuestions: false } })}
        >
          <Trans>Never ask me this</Trans>
        </Button>
      )}
    </>
  )
}

/** Home and the sheet ask the same, so that neither goes on when it was answered in the other. */
function rereadQuestions() {
  for (const read of answerFact.touchesOwn) void reads.invalidateQueries({ queryKey: [read] })
}

/** The answers to one question about a place, each one tap. */
export function FactAnswers({ placeId, factKey, isFirst = false, onAnswered }: Props) {
  const { i18n } = useLingui()
  const answer = useWrite(answerFact, {
    done: msg`Thanks, that helps the next dad`,
    failed: { title: msg`Your answer was not saved`, serverTextOr: msg`Please try again later.` },
    ...(onAnswered && { onDone: onAnswered }),
  })
  const say = (value: unknown) => answer.mutate({ params: { id: placeId, key: factKey }, body: { value } })
  const isSaying = (value: unknown) => answer.isPending && answer.variables.body.value === value
  return (
    <>
      {factQuestions[factKey].choices.map(({ label, value }, at) => (
        <Button
          key={label.id}
          size={44}
          {...(isFirst && at === 0 && { variant: 'do' })}
          busy={isSaying(value)}
          disabled={answer.isPending && !isSaying(value)}
          onClick={() => say(value)}
        >
          {i18n._(label)}
        </Button>
      ))}
      <Button
        size={44}
        variant="ghost"
        busy={isSaying(null)}
        disabled={answer.isPending && !isSaying(null)}
        onClick={() => say(null)}
      >
        <Trans>No idea</Trans>
      </Button>
    </>
  )
}
