import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { editSettings } from '@papadag/contract/users/users'
import { Button } from '@papadag/ui/button'
import { useWrite } from '../../platform/data/data.ts'
import { pathTo } from '../../platform/navigation/routes.ts'
import { FactAnswers, questionIn } from '../places/fact-question.tsx'
import { type AnswerProps, DueRow, type Of } from './due-row.tsx'
import { rereadToday } from './reread-today.ts'

/** What nobody knows about a place where he has just been. */
export function FactAnswer({ due, isFirst }: AnswerProps<Of<'fact'>>) {
  const { i18n } = useLingui()
  const { placeId, name, key } = due
  const stop = useStopAsking(rereadToday)
  return (
    <DueRow
      isFirst={isFirst}
      icon="places"
      kicker={<Trans>You’ve been here</Trans>}
      title={questionIn(i18n, key, name)}
      to={pathTo('places', {}, { open: String(placeId) })}
    >
      <FactAnswers placeId={placeId} factKey={key} isFirst={isFirst} onAnswered={rereadToday} />
      <Button size={44} variant="ghost" busy={stop.isPending} onClick={stop.ask}>
        <Trans>Never ask me this</Trans>
      </Button>
    </DueRow>
  )
}

/** Questions about places are off with one tap. */
function useStopAsking(onDone: () => void) {
  const { mutate, isPending } = useWrite(editSettings, {
    done: { title: msg`Good, we won’t ask any more`, description: msg`You can switch it on again in your settings.` },
    failed: { title: msg`Your answer was not saved`, serverTextOr: msg`Please try again later.` },
    onDone,
  })
  return { isPending, ask: () => mutate({ body: { placeQuestions: false } }) }
}
