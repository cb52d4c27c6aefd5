import { Trans, useLingui } from '@lingui/react/macro'
import { isFull, type Playdate } from '@papadag/contract/playdates'
import { Badge } from '@papadag/ui/badge'
import { Button } from '@papadag/ui/button'
import { ConfirmDialog } from '@papadag/ui/dialog'
import { IconButton } from '@papadag/ui/icon-button'
import { Menu, type MenuItem } from '@papadag/ui/menu'
import { useState } from 'react'
import { navigate } from '../../platform/navigation.tsx'
import { pathTo } from '../../platform/routes.ts'
import { isOver } from './playdate-facts.tsx'
import { share } from './share.ts'
import { useDelete, useJoin, useLeave } from './use-membership.ts'

type Props = {
  playdate: Playdate
  /** How many children come along when he joins. */
  bringing?: number
  className?: string
}

/** What this father can do about coming: join, leave, or see why not. */
export function MembershipButton({ playdate, bringing, className }: Props) {
  const { t } = useLingui()
  const join = useJoin()
  const { id, title, myStatus } = playdate
  if (isOver(playdate)) {
    return (
      <Button size={44} disabled className={className}>
        <Trans>Over</Trans>
      </Button>
    )
  }
  if (myStatus === 'creator') {
    return (
      <Badge icon="star" className={className ?? ''}>
        <Trans>Your playdate</Trans>
      </Badge>
    )
  }
  if (myStatus === 'joined') return <LeaveButton playdate={playdate} {...(className && { className })} />
  if (isFull(playdate)) {
    return (
      <Button size={44} disabled className={className}>
        <Trans>Full</Trans>
      </Button>
    )
  }
  return (
    <Button
      variant="do"
      size={44}
      className={className}
      busy={join.isPending}
      aria-label={t`Join: ${title}`}
      onClick={() => join.mutate({ params: { id }, body: bringing === undefined ? {} : { children: bringing } })}
    >
      <Trans>Join</Trans>
    </Button>
  )
}

function LeaveButton({ playdate: { id, title }, className }: Props) {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const leave = useLeave(() => setIsAsking(false))
  return (
    <>
      <Button
        variant="soft"
        size={44}
        icon="check"
        className={className}
        aria-label={t`Leave: ${title}`}
        onClick={() => setIsAsking(true)}
      >
        <Trans>Leave</Trans>
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t`Leave this playdate?`}
        cancelLabel={t`No, I am coming`}
        confirmLabel={t({ message: 'Leave', context: 'confirm' })}
        busyLabel={t`Leaving...`}
        busy={leave.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => leave.mutate({ params: { id } })}
      >
        <Trans>Your place becomes free for somebody else.</Trans>
      </ConfirmDialog>
    </>
  )
}

type OptionsProps = { playdate: Playdate; onDeleted?: () => void; className?: string }

/** Edit and delete for who made it, share for everybody, once more for what has been. */
export function PlaydateOptions({ playdate, onDeleted, className }: OptionsProps) {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useDelete(() => {
    setIsAsking(false)
    onDeleted?.()
  })
  const { id, title, location, description } = playdate
  const again = { title, location, ...(description && { description }) }
  const isMine = playdate.myStatus === 'creator'
  const items: MenuItem[] = [
    ...(isMine
      ? [{ label: t`Edit`, icon: 'edit' as const, onSelect: () => navigate(pathTo('edit-playdate', { id })) }]
      : []),
    { label: t`Share`, icon: 'share', onSelect: () => void share(playdate) },
    ...(isOver(playdate)
      ? [
          {
            label: t`Once more`,
            icon: 'refresh' as const,
            onSelect: () => navigate(pathTo('create-playdate', {}, again)),
          },
        ]
      : []),
    ...(isMine
      ? [{ label: t`Delete`, icon: 'trash' as const, destructive: true, onSelect: () => setIsAsking(true) }]
      : []),
  ]
  return (
    <span className={className}>
      <Menu
        label={t`Options for ${title}`}
        items={items}
        trigger={props => <IconButton {...props} icon="more" aria-label={t`More options for ${title}`} />}
      />
      <DeleteDialog
        open={isAsking}
        busy={remove.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate({ params: { id } })}
      />
    </span>
  )
}

type DeleteDialogProps = { open: boolean; busy: boolean; onCancel: () => void; onConfirm: () => void }

/** Asks before a playdate goes for good. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      {...props}
      tone="danger"
      title={t`Delete playdate?`}
      cancelLabel={t`Keep it`}
      confirmLabel={t`Delete`}
      busyLabel={t`Deleting...`}
    >
      <Trans>Are you sure you want to delete this playdate?</Trans>
    </ConfirmDialog>
  )
}
