import { useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Dialog } from '@papadag/ui/layers/dialog-on-demand'
import type { ReactNode, RefObject } from 'react'
import { Facts, Leaf } from '../../../../domain/playdates/playdate-facts.tsx'

type Props = {
  playdate: Playdate
  open: boolean
  onClose: () => void
  /** The button that confirms. */
  confirm: RefObject<HTMLButtonElement | null>
  footer: ReactNode
  children: ReactNode
}

/** Asks how many children come along to a playdate; one tap if the number is right. */
export function ChildrenDialog({ playdate, open, onClose, confirm, footer, children }: Props) {
  const { t } = useLingui()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={playdate.title}
      closeLabel={t`Close`}
      initialFocus={confirm}
      footer={footer}
    >
      <div className="grid gap-5">
        <div className="flex gap-3.5">
          <Leaf playdate={playdate} />
          <Facts playdate={playdate} wrap />
        </div>
        {children}
      </div>
    </Dialog>
  )
}
