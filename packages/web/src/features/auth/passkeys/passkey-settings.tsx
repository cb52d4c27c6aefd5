import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { type Passkey, passkeys, removePasskey, renamePasskey } from '@papadag/contract/passkeys'
import { Button } from '@papadag/ui/button'
import { TextField } from '@papadag/ui/fields/text-field'
import { IconButton } from '@papadag/ui/icon-button'
import { ConfirmDialog } from '@papadag/ui/layers/dialog-on-demand'
import { SettingsSection } from '@papadag/ui/settings-section'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { type FormEvent, useState } from 'react'
import { useRead, useWrite } from '../../../platform/data/data.ts'
import { ReadFailed } from '../../../platform/data/read-failed.tsx'
import { useDates } from '../../../platform/language/dates.ts'
import { noConnection } from '../../../platform/screen/notices.ts'
import { offersPasskeys } from './offered.ts'
import { useAddPasskey } from './use-add-passkey.ts'

/** The passkeys of his account; absent where there are none and none can be made. */
export function PasskeySettings() {
  const { t } = useLingui()
  const { data, error, refetch } = useRead(passkeys, {})
  const { make, isMaking } = useAddPasskey()
  const isOffered = offersPasskeys()
  if (!isOffered && (!data || data.length === 0)) return null
  return (
    <SettingsSection name="passkeys" title={<Trans>Passkeys</Trans>}>
      <p className="text-ink-2 text-sm">
        {isOffered ? (
          <Trans>Log in with your face, your finger or the PIN of your device. Nothing to remember or to steal.</Trans>
        ) : (
          <Trans>Passkeys don’t work in this browser.</Trans>
        )}
      </p>
      {data ? (
        <ul className="grid gap-3 empty:hidden">
          {data.map(passkey => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : error ? (
        <ReadFailed
          error={error}
          heading="h3"
          title={t`Your passkeys could not be loaded`}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonGroup label={t`Loading...`}>
          <Skeleton className="h-11" />
        </SkeletonGroup>
      )}
      {isOffered && data && data.length < limits.passkeys && (
        <Button icon="plus" size={44} className="justify-self-start" busy={isMaking} onClick={make}>
          <Trans>Make a passkey</Trans>
        </Button>
      )}
    </SettingsSection>
  )
}

function Row({ passkey }: { passkey: Passkey }) {
  const { t } = useLingui()
  const dates = useDates()
  const [isRenaming, setIsRenaming] = useState(false)
  const { name, lastUsedOn } = passkey
  if (isRenaming)
    return (
      <li>
        <Rename passkey={passkey} onDone={() => setIsRenaming(false)} />
      </li>
    )
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="break-words font-[650] text-[.9375rem]">{name}</p>
        <p className="text-ink-2 text-sm">
          {lastUsedOn ? (
            // The middle of that day, wherever he is.
            <Trans>Last used on {dates.dayAndMonth(`${lastUsedOn}T12:00:00`)}</Trans>
          ) : (
            <Trans>Not used yet</Trans>
          )}
        </p>
      </div>
      <span className="flex items-center gap-1">
        <IconButton icon="edit" aria-label={t`Rename: ${name}`} onClick={() => setIsRenaming(true)} />
        <Remove passkey={passkey} />
      </span>
    </li>
  )
}

function Rename({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(name)
  const { mutate, isPending } = useWrite(renamePasskey, {
    failed: ({ code }) => ({
      title: msg`The name was not saved`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone,
  })
  function send(event: FormEvent) {
    event.preventDefault()
    if (typed.trim() === '' || typed.trim() === name) return onDone()
    if (!isPending) mutate({ params: { id }, body: { name: typed } })
  }
  return (
    <form noValidate className="flex flex-wrap items-end gap-2" onSubmit={send}>
      <div className="min-w-40 flex-1">
        <TextField
          label={t`Name`}
          maxLength={limits.passkeyName}
          enterKeyHint="done"
          autoFocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <Button type="submit" size={44} busy={isPending} busyLabel={t`Saving...`}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}

function Remove({ passkey: { id, name } }: { passkey: Passkey }) {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useWrite(removePasskey, {
    done: msg`The passkey no longer works`,
    failed: ({ code }) => ({
      title: msg`The passkey still works`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    // His device offers it until it knows.
    onDone: () => void import('./ceremonies.ts').then(({ forgetOthers }) => forgetOthers()).catch(() => {}),
    onFailed: () => setIsAsking(false),
  })
  return (
    <>
      <Button size={44} aria-label={t`Remove: ${name}`} onClick={() => setIsAsking(true)}>
        <Trans context="a passkey">Remove</Trans>
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t`Remove “${name}”?`}
        cancelLabel={t`Keep it`}
        confirmLabel={t({ message: 'Remove', context: 'a passkey' })}
        busy={isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => mutate({ params: { id } })}
      >
        <Trans>
          It stops working at once, and wherever you logged in with it you are logged out, perhaps here too.
        </Trans>
      </ConfirmDialog>
    </>
  )
}
