import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  askIntoCircle,
  type Circle,
  type CircleMember,
  changeCircleMember,
  editCircle,
  endCircle,
  removeCircleMember,
} from '@papadag/contract/circles'
import { limits } from '@papadag/contract/limits'
import { Button } from '@papadag/ui/button'
import { TextField } from '@papadag/ui/fields/text-field'
import { ConfirmDialog, Dialog } from '@papadag/ui/layers/dialog'
import { Suspense, useState } from 'react'
import { fullName } from '../../domain/people/father-facts.tsx'
import { CircleView } from '../../features/circles/circle-view.tsx'
import { useWrite } from '../../platform/data/data.ts'
import { navigate } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { laterInside } from '../../platform/screen/when-near.tsx'
import { useUser } from '../../platform/session/session.ts'

const PickContacts = laterInside(async () => (await import('../../features/circles/pick-contacts.tsx')).PickContacts)
const CircleFields = laterInside(async () => (await import('../../features/circles/circle-fields.tsx')).CircleFields)

type Open = 'ask' | 'edit' | 'end' | 'leave' | { remove: CircleMember }

const failed = { title: msg`It could not be saved`, serverTextOr: msg`Please try again later.` }
const toChats = () => navigate(pathTo('chat'), { replace: true })

/** A circle, with the dialogs of what can be done about it. */
export function KeptCircle({ circle }: { circle: Circle }) {
  const { id, name } = circle
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const keeper = useWrite(changeCircleMember, { failed })
  const refuse = useWrite(removeCircleMember, { failed })
  const wishing = (userId: number) => ({ id, userId: String(userId) })
  return (
    <>
      <CircleView
        circle={circle}
        onAsk={() => setOpen('ask')}
        onEdit={() => setOpen('edit')}
        onEnd={() => setOpen('end')}
        onLeave={() => setOpen('leave')}
        onKeeper={({ id: userId, isKeeper }) =>
          keeper.mutate({ params: { id, userId: String(userId) }, body: { keeper: !isKeeper } })
        }
        onRemove={remove => setOpen({ remove })}
        onLetIn={father => keeper.mutate({ params: wishing(father.id), body: { keeper: false } })}
        onRefuse={father => refuse.mutate({ params: wishing(father.id), body: {} })}
      />
      {open === 'ask' && <AskDialog circle={circle} onClose={close} />}
      {open === 'edit' && <EditDialog circle={circle} onClose={close} />}
      {open === 'end' && <EndDialog id={id} name={name} onClose={close} />}
      {open === 'leave' && <LeaveDialog id={id} name={name} onClose={close} />}
      {typeof open === 'object' && <RemoveDialog id={id} member={open.remove} onClose={close} />}
    </>
  )
}

type Closing = { onClose: () => void }

function AskDialog({ circle, onClose }: Closing & { circle: Circle }) {
  const { t } = useLingui()
  const [fathers, setFathers] = useState<number[]>([])
  const ask = useWrite(askIntoCircle, { done: msg`They have been asked`, failed, onDone: onClose })
  const known = [...circle.members, ...(circle.asked ?? [])].map(({ id }) => id)
  return (
    <Dialog open onClose={onClose} closeLabel={t`Close`} title={t`Ask into ${circle.name}`}>
      <Suspense fallback={<div className="min-h-61" />}>
        <PickContacts chosen={fathers} onChange={setFathers} without={known} error={undefined} />
      </Suspense>
      <Button
        variant="do"
        className="mt-4 w-full"
        busy={ask.isPending}
        disabled={fathers.length === 0}
        onClick={() => ask.mutate({ params: { id: circle.id }, body: { fathers } })}
      >
        <Trans>Ask</Trans>
      </Button>
    </Dialog>
  )
}

function EditDialog({ circle, onClose }: Closing & { circle: Circle }) {
  const { t } = useLingui()
  const { id, name, text, picture } = circle
  const [described, setDescribed] = useState({ name, text, picture })
  const edit = useWrite(editCircle, { done: msg`Saved`, failed, onDone: onClose })
  const isNamed = described.name.trim() !== ''
  return (
    <Dialog open onClose={onClose} closeLabel={t`Close`} title={t`Edit the circle`}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Suspense fallback={<div className="min-h-80" />}>
          <CircleFields
            value={described}
            onChange={setDescribed}
            nameError={isNamed ? undefined : t`Give the circle a name`}
          />
        </Suspense>
        <Button
          variant="do"
          busy={edit.isPending}
          disabled={!isNamed}
          onClick={() => edit.mutate({ params: { id }, body: described })}
        >
          <Trans>Save</Trans>
        </Button>
      </div>
    </Dialog>
  )
}

function EndDialog({ id, name, onClose }: Closing & { id: number; name: string }) {
  const { t } = useLingui()
  const end = useWrite(endCircle, { done: msg`The circle has ended`, failed, onDone: toChats })
  return (
    <ConfirmDialog
      open
      title={t`End ${name}?`}
      cancelLabel={t`Cancel`}
      confirmLabel={t`End the circle`}
      busy={end.isPending}
      onCancel={onClose}
      onConfirm={() => end.mutate({ params: { id } })}
    >
      <Trans>The circle and its chat are gone for everybody.</Trans>
    </ConfirmDialog>
  )
}

function LeaveDialog({ id, name, onClose }: Closing & { id: number; name: string }) {
  const { t } = useLingui()
  const { id: ownId } = useUser()
  const leave = useWrite(removeCircleMember, {
    done: msg`You have left the circle`,
    failed,
    onDone: toChats,
    whenOffline: async input => {
      const { sendLater } = await import('../../platform/offline/offline-queue.ts')
      await sendLater(removeCircleMember, input, msg`You could not leave the circle ${name}`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t`Leave ${name}?`}
      cancelLabel={t`Cancel`}
      confirmLabel={t({ message: 'Leave', context: 'circle' })}
      busy={leave.isPending}
      onCancel={onClose}
      onConfirm={() => leave.mutate({ params: { id, userId: String(ownId) }, body: {} })}
    >
      <Trans>You lose its chat at once. A keeper can ask you again.</Trans>
    </ConfirmDialog>
  )
}

function RemoveDialog({ id, member, onClose }: Closing & { id: number; member: CircleMember }) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const name = fullName(member)
  const remove = useWrite(removeCircleMember, {
    done: msg`${name} is no longer in the circle`,
    failed,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      title={t`Remove ${name}?`}
      cancelLabel={t`Cancel`}
      confirmLabel={t`Remove`}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate({ params: { id, userId: String(member.id) }, body: { reason } })}
    >
      <TextField
        label={t`Why`}
        mark={t`(optional)`}
        hint={t`Only he reads this.`}
        value={reason}
        maxLength={limits.leaveMessage}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  )
}
