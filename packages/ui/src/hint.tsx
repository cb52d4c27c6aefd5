import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'

type Props = {
  title?: ReactNode
  /** The sentence. */
  children: ReactNode
  action: ReactNode
  onAction: () => void
  busy?: boolean
  closeLabel: string
  onClose: () => void
  className?: string
}

/** One line that suggests something, with one action and ✕. */
export function Hint({ title, children, action, onAction, busy = false, closeLabel, onClose, className }: Props) {
  return (
    <div
      className={classNames(
        'flex min-h-14 flex-wrap items-center gap-x-2.5 rounded-kap-s bg-do-soft py-1.5 pr-1 pl-3.5',
        className,
      )}
    >
      <p className="min-w-0 flex-1 basis-40 leading-[1.3]">
        {title && <b className="block font-bold">{title}</b>}
        <span className={title ? 'text-ink-2 text-sm' : undefined}>{children}</span>
      </p>
      <span className="ml-auto flex items-center">
        <Button size={44} busy={busy} onClick={onAction}>
          {action}
        </Button>
        <IconButton icon="x" aria-label={closeLabel} onClick={onClose} />
      </span>
    </div>
  )
}
