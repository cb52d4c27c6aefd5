import { type MouseEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useBackStep } from '../back-step.tsx'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'

type FrameProps = {
  open: boolean
  /** Called on Escape, the back gesture and a click outside; the caller closes the dialog. */
  onClose: () => void
  /** False: only its buttons close it. */
  dismissable?: boolean
  /** Whether the address says that it is open, so that the screen itself follows Back. */
  hasAddress?: boolean
  role?: 'alertdialog'
  /** The initial focus; by default the dialog itself, so that its title is read. */
  initialFocus?: RefObject<HTMLElement | null>
  labelledBy: string
  describedBy?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** The native modal dialog: it traps and restores the focus and is above everything. */
function DialogFrame({ open, onClose, dismissable = true, hasAddress = false, role, ...props }: FrameProps) {
  const { initialFocus } = props
  const dialog = useRef<HTMLDialogElement>(null)
  useBackStep(open && !hasAddress, onClose, dismissable)
  const pressedOutside = useRef(false)
  // The content is kept until the dialog has faded out.
  const [present, setPresent] = useState(open)
  if (open && !present) setPresent(true)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    const target = initialFocus?.current ?? element
    target.focus()
    // Also runs before it unmounts, since only close() restores the focus.
    return () => element.close()
  }, [open, initialFocus])

  useLayoutEffect(() => {
    if (open || !present) return
    let reopened = false
    const leaving = dialog.current?.getAnimations?.() ?? []
    void Promise.allSettled(leaving.map(animation => animation.finished)).then(() => reopened || setPresent(false))
    return () => {
      reopened = true
    }
  }, [open, present])

  if (!present) return null
  const isOutside = ({ target, currentTarget, clientX: x, clientY: y }: MouseEvent<HTMLDialogElement>) => {
    if (target !== currentTarget) return false
    const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
    return x < left || x > right || y < top || y > bottom
  }
  // Rendered at the end of the page, unaffected by its parent's styles for children.
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for the same is Escape, which arrives as onCancel
    <dialog
      ref={dialog}
      role={role}
      tabIndex={-1}
      closedby={dismissable ? 'closerequest' : 'none'}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      onCancel={event => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (dismissable) onClose()
      }}
      onMouseDown={event => {
        pressedOutside.current = isOutside(event)
      }}
      onClick={event => {
        // A click outside must begin and end there: dragging a selection out of a field must not close the dialog.
        if (open && dismissable && pressedOutside.current && isOutside(event)) onClose()
      }}
      className={classNames('dialog', props.className)}
    >
      {props.children}
    </dialog>,
    document.body,
  )
}

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  closeLabel: string
  children: ReactNode
  /** The buttons, which remain visible while the rest scrolls. */
  footer?: ReactNode
  dismissable?: boolean
  hasAddress?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  className?: string
}

/** A sheet on a phone, a card in the middle from 768 px. */
export function Dialog({ title, closeLabel, children, footer, ...props }: DialogProps) {
  const id = useId()
  const dismissable = props.dismissable ?? true
  return (
    <DialogFrame {...props} labelledBy={id}>
      <div className="flex items-start gap-2 pt-5 pr-3 pb-2 pl-6">
        <h2 id={id} className="min-w-0 flex-1 pt-2">
          {title}
        </h2>
        {dismissable && <IconButton icon="x" aria-label={closeLabel} onClick={props.onClose} />}
      </div>
      <div ref={letKeysScroll} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-1 pb-6">
        <div>{children}</div>
      </div>
      {footer && (
        <footer className="flex flex-wrap gap-2.5 border-line border-t-[1.5px] px-6 pt-4 pb-[calc(16px+env(safe-area-inset-bottom))]">
          {footer}
        </footer>
      )}
    </DialogFrame>
  )
}

/** Overflowing content gets a tab stop for the arrow keys; fitting content does not. */
function letKeysScroll(area: HTMLDivElement) {
  const measure = () => {
    if (area.scrollHeight > area.clientHeight) area.tabIndex = 0
    else area.removeAttribute('tabindex')
  }
  const resized = new ResizeObserver(measure)
  for (const element of [area, ...area.children]) resized.observe(element)
  return () => resized.disconnect()
}

type ConfirmProps = {
  open: boolean
  title: ReactNode
  children: ReactNode
  cancelLabel: ReactNode
  confirmLabel: ReactNode
  busyLabel?: ReactNode
  busy?: boolean
  onCancel: () => void
  onConfirm: () => void
  tone?: 'danger' | 'do'
}

/** A question before something irreversible: the focus starts on the safe answer. */
export function ConfirmDialog({ open, title, children, onCancel, onConfirm, busy = false, ...props }: ConfirmProps) {
  const safe = useRef<HTMLButtonElement>(null)
  const id = useId()
  return (
    <DialogFrame
      open={open}
      onClose={onCancel}
      dismissable={!busy}
      role="alertdialog"
      initialFocus={safe}
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      className="p-6 pb-[calc(24px+env(safe-area-inset-bottom))]"
    >
      <h2 id={`${id}-title`}>{title}</h2>
      {/* Its padding scrolls along, so that no outline is cut off. */}
      <div id={`${id}-text`} className="-mx-6 mt-0.5 mb-2 min-h-0 overflow-y-auto px-6 pt-1 pb-2 text-ink-2">
        {children}
      </div>
      <footer className="flex flex-wrap gap-2.5">
        <Button ref={safe} size={44} className="flex-1 whitespace-nowrap" disabled={busy} onClick={onCancel}>
          {props.cancelLabel}
        </Button>
        <Button
          size={44}
          variant={props.tone ?? 'danger'}
          className="flex-1 whitespace-nowrap"
          busy={busy}
          busyLabel={props.busyLabel}
          onClick={onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </footer>
    </DialogFrame>
  )
}
