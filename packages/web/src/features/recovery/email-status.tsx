import { Trans, useLingui } from '@lingui/react/macro'
import { emailConfirmation } from '@papadag/contract/users/recovery'
import { Button, buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import { useId } from 'react'
import { useSendConfirmation } from '../../domain/address/use-send-confirmation.ts'
import { useRead } from '../../platform/data/data.ts'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'

/** Whether the address is confirmed, and a way to confirm it. */
export function EmailStatus({ email }: { email: string }) {
  const { t } = useLingui()
  const id = useId()
  const { data } = useRead(emailConfirmation, {})
  const { mutate, isPending } = useSendConfirmation()
  const isRefused = Boolean(data?.refusedAt)
  const isOpen = isRefused || data?.isConfirmed === false
  return (
    <section aria-labelledby={id} className="card mb-3.5 rounded-kap-m bg-surface p-4 card-shadow md:mb-4.5 md:p-4.5">
      <h2 id={id} className="mb-3">
        <Trans>E-mail</Trans>
      </h2>
      {/* The same height without the button, so that nothing moves. */}
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="break-words font-[650] text-[.9375rem]">{email}</p>
          <p className="flex min-h-5 items-center gap-1 text-ink-2 text-sm">
            {data?.isConfirmed && !isRefused && (
              <>
                <Icon name="check" size={16} />
                <Trans>Confirmed</Trans>
              </>
            )}
            {isOpen && !isRefused && <Trans>Not confirmed yet</Trans>}
            {isRefused && <Trans>Mail to this address is refused. Is it right?</Trans>}
          </p>
        </div>
        {isRefused && (
          <Link to={pathTo('profile', {}, { mode: 'edit' })} className={buttonClass({ size: 44 })}>
            <Trans>Change address</Trans>
          </Link>
        )}
        {isOpen && (
          <Button size={44} busy={isPending} busyLabel={t`Sending...`} onClick={() => mutate({})}>
            <Trans>Send again</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}
