import { Trans, useLingui } from '@lingui/react/macro'
import { buttonClass } from '@papadag/ui/button'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { type AnswerProps, DueRow, type Of } from './due-row.tsx'

/** Somebody he does not know has written; he answers where he reads it. */
export function RequestAnswer({ due, isFirst }: AnswerProps<Of<'request'>>) {
  const { t } = useLingui()
  const { firstName } = due.by
  const to = pathTo('chat', { id: due.chatId })
  return (
    <DueRow
      isFirst={isFirst}
      icon="chat"
      kicker={<Trans>Request</Trans>}
      title={<Trans>{firstName} would like to write to you</Trans>}
      to={to}
      isShort
    >
      <Link
        to={to}
        aria-label={t`Read: ${firstName}`}
        className={buttonClass({ size: 44, ...(isFirst && { variant: 'do' }) })}
      >
        <Trans context="what a stranger wrote">Read</Trans>
      </Link>
    </DueRow>
  )
}
