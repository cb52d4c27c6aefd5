import * as Radix from '@radix-ui/react-toast'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

type Message = {
  title: ReactNode
  description?: ReactNode
  /** `destructive` is red and announced at once; `default` and `ok` are green and polite. */
  tone?: 'default' | 'ok' | 'destructive'
  icon?: IconName
  durationMs?: number
  action?: { label: string; onClick: () => void }
}
type Shown = Message & { id: number; open: boolean }

// A new toast replaces the previous one.
let current: Shown | undefined
let lastId = 0
const watchers = new Set<() => void>()

function show(next: Shown | undefined) {
  current = next
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Shows a toast from anywhere; returns a function that closes it. */
export function toast(message: Message) {
  lastId += 1
  const id = lastId
  show({ ...message, id, open: true })
  return () => dismissToast(id)
}

/** Closes the current toast, or only the given one. */
export function dismissToast(id = current?.id) {
  if (current && current.id === id) show({ ...current, open: false })
}

export type ToastLimits = { durationMs: number; removalMs: number; swipePx: number }

type Props = {
  /** The name of the region that F8 focuses. */
  label: string
  closeLabel: string
  limits: ToastLimits
}

/**
 * The region of toasts, rendered once. While a dialog is open they are inside it, since elements outside cannot be
 * reached.
 */
export function ToastRegion({ label, closeLabel, limits }: Props) {
  const shown = useSyncExternalStore(watch, () => current)
  const place = useRef<HTMLOListElement>(null)
  const { id, open } = shown ?? {}

  const dialog = useTopDialog()

  // Each toast re-enters the top layer, whose last element is on top.
  useEffect(() => {
    const element = place.current
    if (dialog || id === undefined || !element?.showPopover) return
    if (element.matches(':popover-open')) element.hidePopover()
    element.showPopover()
  }, [id, dialog])

  // A closed toast has left the page; this only limits how long its record is kept.
  useEffect(() => {
    if (open !== false) return
    const timer = setTimeout(() => show(undefined), limits.removalMs)
    return () => clearTimeout(timer)
  }, [open, limits.removalMs])

  const viewport = { ref: place, label, hotkey: ['F8'] }
  return (
    <Radix.Provider
      label={label}
      duration={limits.durationMs}
      swipeDirection="right"
      swipeThreshold={limits.swipePx}
      announcerContainer={dialog}
    >
      {shown && (
        <ToastCard
          key={shown.id}
          message={shown}
          isInDialog={dialog !== undefined}
          closeLabel={closeLabel}
          onOpenChange={isOpen => isOpen || dismissToast(shown.id)}
        />
      )}
      {dialog ? (
        createPortal(<Radix.Viewport {...viewport} className="toast-slot" />, dialog)
      ) : (
        <Radix.Viewport {...viewport} popover="manual" className="toast-place" />
      )}
    </Radix.Provider>
  )
}

/** The topmost open dialog. */
function useTopDialog() {
  const [top, setTop] = useState(topDialog)
  useEffect(() => {
    const look = () => setTop(topDialog())
    look()
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
    return () => observer.disconnect()
  }, [])
  return top
}

function topDialog() {
  return [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
}

type CardProps = { message: Shown; isInDialog: boolean; closeLabel: string; onOpenChange: (open: boolean) => void }

function ToastCard({ message, isInDialog, closeLabel, onOpenChange }: CardProps) {
  const { title, description, tone = 'default', icon, durationMs, action } = message
  const destructive = tone === 'destructive'
  return (
    <Radix.Root
      open={message.open}
      onOpenChange={onOpenChange}
      type={destructive ? 'foreground' : 'background'}
      {...(durationMs !== undefined && { duration: durationMs })}
      className={classNames(
        'toast flex list-none items-start gap-3 rounded-kap-s py-3.5 pr-2 pl-3.5 shadow-3',
        destructive ? 'bg-danger text-danger-ink' : 'bg-picked text-picked-ink',
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'grid size-9 shrink-0 place-items-center rounded-kap-avatar',
          destructive ? 'bg-[color-mix(in_srgb,currentColor_20%,transparent)]' : 'bg-do text-do-ink',
        )}
      >
        <Icon name={icon ?? (destructive ? 'alert' : 'info')} size={18} />
      </span>
      {/* An alert speaks for itself, so it is left out of the announcement; but one that comes into a dialog is not always heard. */}
      <div
        className="min-w-0 flex-1 self-center"
        {...(destructive && { role: 'alert' })}
        {...(destructive && !isInDialog && { 'data-radix-toast-announce-exclude': '' })}
      >
        <Radix.Title className="font-[750] leading-[1.3]">{title}</Radix.Title>
        {description && (
          <Radix.Description className="text-[.9375rem] leading-[1.35] opacity-92">{description}</Radix.Description>
        )}
        {action && (
          <Radix.Action
            altText={action.label}
            onClick={action.onClick}
            className="mt-2.5 min-h-11 rounded-xl bg-do px-4 font-bold text-[#12332e] dark:bg-[#12332e] dark:text-[#fff6e2]"
          >
            {action.label}
          </Radix.Action>
        )}
      </div>
      <Radix.Close aria-label={closeLabel} className="-my-2 grid size-11 shrink-0 place-items-center rounded-m">
        <Icon name="x" size={18} />
      </Radix.Close>
    </Radix.Root>
  )
}
