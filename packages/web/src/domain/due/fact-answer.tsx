import { Trans, useLingui } from '@lingui/react/macro'
import { pathTo } from '../../platform/navigation/routes.ts'
import { AskedAnswers, questionIn } from '../places/fact-question.tsx'
import { type AnswerProps, DueRow, type Of } from './due-row.tsx'

/** What nobody knows about a place where he has just been. */
export function FactAnswer({ due, isFirst }: AnswerProps<Of<'fact'>>) {
  const { i18n } = useLingui()
  const { placeId, name, key } = due
  return (
    <DueRow
      isFirst={isFirst}
      icon="places"
      kicker={<Trans>You’ve been here</Trans>}
      title={questionIn(i18n, key, name)}
      to={pathTo('places', {}, { open: String(placeId) })}
    >
      <AskedAnswers placeId={placeId} factKey={key} isFirst={isFirst} />
    </DueRow>
  )
}
