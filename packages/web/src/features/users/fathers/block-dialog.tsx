import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { block } from '@papadag/contract/users/users'
import { ConfirmDialog } from '@papadag/ui/layers/dialog-on-demand'
import { fullName, type Named } from '../../../domain/people/father-facts.tsx'
import { useWrite } from '../../../platform/data/data.ts'
import { noConnection } from '../../../platform/screen/notices.ts'

type Props = { father: Named; open: boolean; onClose: () => void; onBlocked: () => void }

/** Asks before blocking, and explains its effects. */
export function BlockDialog({ father, open, onClose, onBlocked }: Props) {
  const { t } = useLingui()
  const name = fullName(father)
  const { mutate, isPending } = useWrite(block, {
    done: {
      title: msg`${name} is blocked`,
      description: msg`You can undo it under Settings in your profile.`,
      icon: 'ban',
    },
    failed: ({ code }) => ({
      title: msg`Blocking failed`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: onBlocked,
  })
  return (
    <ConfirmDialog
      open={open}
      title={t`Block ${name}?`}
      cancelLabel={t`Cancel`}
      confirmLabel={t`Block`}
      busyLabel={t`Blocking...`}
      busy={isPending}
      onCancel={onClose}
      onConfirm={() => mutate({ params: { id: father.id } })}
    >
      <ul className="grid list-disc gap-1 pl-4.5">
        <li>
          <Trans>You no longer see each other or each other’s playdates.</Trans>
        </li>
        <li>
          <Trans>You can no longer send each other messages.</Trans>
        </li>
        <li>
          <Trans>If you are both going to another dad’s playdate, nothing changes there.</Trans>
        </li>
        <li>
          <Trans>He is not told. You can undo it at any time.</Trans>
        </li>
      </ul>
    </ConfirmDialog>
  )
}
