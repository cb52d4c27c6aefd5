import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { deleteAccount } from '@papadag/contract/users/users'
import { Button } from '@papadag/ui/button'
import { ConfirmDialog } from '@papadag/ui/layers/dialog-on-demand'
import { useState } from 'react'
import { useWrite } from '../../../platform/data/data.ts'
import { navigate } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { noConnection } from '../../../platform/screen/notices.ts'
import { depart } from '../../../platform/session/session.ts'
import { ExportButton } from './export-data.tsx'

/** Deletes the account, after a list of what that means (decision V9). */
export function DeleteAccount() {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useWrite(deleteAccount, {
    done: { title: msg`Account deleted`, icon: 'trash' },
    failed: ({ code }) => ({
      title: msg`Error deleting the account`,
      serverTextOr: code === 'offline' ? noConnection : msg`Failed to delete account`,
    }),
    onDone: () => {
      navigate(pathTo('home'), { replace: true })
      depart('out')
    },
    onFailed: () => depart('stayed'),
  })
  return (
    <div className="mt-7 flex flex-wrap items-center justify-between gap-x-4 border-line border-t-2 border-dashed pt-4">
      <p className="text-ink-2 text-sm">
        <Trans>Done with Papadag?</Trans>
      </p>
      <Button
        variant="ghost"
        size={44}
        icon="trash"
        className="text-danger"
        disabled={isPending}
        onClick={() => setIsAsking(true)}
      >
        <Trans>Delete account</Trans>
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t`Delete your account?`}
        cancelLabel={t`Cancel`}
        confirmLabel={t`Delete account`}
        busyLabel={t`Deleting...`}
        busy={isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          // The server closes live connections before its reply arrives; that must not count as an expired session.
          depart('leaving')
          mutate({})
        }}
      >
        <Consequences />
        <p className="mt-4 mb-2">
          <Trans>Take your data with you first?</Trans>
        </p>
        <ExportButton />
      </ConfirmDialog>
    </div>
  )
}

/** What is deleted, and what stays. */
function Consequences() {
  return (
    <>
      <p>
        <Trans>Deleted at once, and for good:</Trans>
      </p>
      <ul className="mb-2 list-disc pl-4.5">
        <li>
          <Trans>your profile, your photo, your children, your settings and your favourites;</Trans>
        </li>
        <li>
          <Trans>your reviews, and the changes to places you proposed;</Trans>
        </li>
        <li>
          <Trans>the playdates you made, also for those who were coming;</Trans>
        </li>
        <li>
          <Trans>your place on other people’s playdates.</Trans>
        </li>
      </ul>
      <p>
        <Trans>What stays:</Trans>
      </p>
      <ul className="list-disc pl-4.5">
        <li>
          <Trans>places you added, with their photos, without your name;</Trans>
        </li>
        <li>
          <Trans>
            what you wrote to somebody: he can read it under “Deleted account” for as long as chats are kept, then it
            goes too;
          </Trans>
        </li>
        <li>
          <Trans>
            reports by you or about you, without your name, until six months after moderators have closed them;
          </Trans>
        </li>
        <li>
          <Trans>your username, in unreadable form, for 35 days, so that nobody else can take it until then.</Trans>
        </li>
      </ul>
    </>
  )
}
