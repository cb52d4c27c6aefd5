import { useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Dialog } from '@papadag/ui/layers/dialog-on-demand'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Facts, Leaf } from '../../../../domain/playdates/playdate-facts.tsx'

export type AskingChildren = {
  playdate: Playdate
  open: boolean
  onClose: () => void
}

type Props = AskingChildren & {
  /** The buttons, of which the one that confirms has the focus first. */
  footer: (confirm: RefObject<HTMLButtonElement | null>) => ReactNode
  children: ReactNode
}

/** Asks how many children come along to a playdate; one tap if the number is right. */
export function ChildrenDialog({ playdate, open, onClose, footer, children }: Props) {
  const { t } = useLingui()
  const confirm = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={playdate.title}
      closeLabel={t`Close`}
      initialFocus={confirm}
      footer={footer(confirm)}
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
