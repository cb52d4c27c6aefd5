import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { askEmailConfirmation, emailConfirmation } from '@papadag/contract/users/recovery'
import { Button } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import { useId } from 'react'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { noConnection } from '../../platform/screen/notices.ts'

/** Whether the address is confirmed, and a way to confirm it. */
export function EmailStatus({ email }: { email: string }) {
  const { t } = useLingui()
  const id = useId()
  const { data } = useRead(emailConfirmation, {})
  const { mutate, isPending } = useWrite(askEmailConfirmation, {
    done: { title: msg`Link sent`, description: msg`Check your inbox.` },
    failed: ({ code }) => ({
      title: msg`The link was not sent`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
  })
  const isOpen = data?.isConfirmed === false
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
            {data?.isConfirmed && (
              <>
                <Icon name="check" size={16} />
                <Trans>Confirmed</Trans>
              </>
            )}
            {isOpen && <Trans>Not confirmed yet</Trans>}
          </p>
        </div>
        {isOpen && (
          <Button size={44} busy={isPending} busyLabel={t`Sending...`} onClick={() => mutate({})}>
            <Trans>Send again</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}
