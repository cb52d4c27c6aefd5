import { Trans, useLingui } from '@lingui/react/macro'
import { Button, buttonClass } from '@papadag/ui/button'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { useSendConfirmation } from '../address/use-send-confirmation.ts'
import { type AnswerProps, DueRow, type Of } from './due-row.tsx'

/** His mail server refuses mail, until he has another address or it takes one. */
export function AddressAnswer({ due, isFirst }: AnswerProps<Of<'address'>>) {
  const { t } = useLingui()
  const { mutate, isPending } = useSendConfirmation()
  const { email } = due
  const to = pathTo('profile', {}, { mode: 'edit' })
  return (
    <DueRow
      isFirst={isFirst}
      icon="mail"
      kicker={<Trans>Your account</Trans>}
      title={<Trans>Your address doesn’t work</Trans>}
      detail={<Trans>Mail to {email} is refused. Is it right?</Trans>}
      to={to}
    >
      <Link to={to} className={buttonClass({ size: 44, ...(isFirst && { variant: 'do' }) })}>
        <Trans>Change address</Trans>
      </Link>
      <Button size={44} variant="ghost" busy={isPending} busyLabel={t`Sending...`} onClick={() => mutate({})}>
        <Trans>Try again</Trans>
      </Button>
    </DueRow>
  )
}
