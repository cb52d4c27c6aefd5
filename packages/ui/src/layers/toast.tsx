import {
  type CSSProperties,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../pictures/icon.tsx'

type Message = {
  title: string
  description?: string | undefined
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

/** Shows a toast from anywhere. */
export function toast(message: Message) {
  lastId += 1
  show({ ...message, id: lastId, open: true })
}

/** Closes the current toast. */
export function dismissToast() {
  if (current?.open) show({ ...current, open: false })
}

/** The toast that is open, even where no region shows it. */
export function openToast(): Message | undefined {
  return current?.open ? current : undefined
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
 * reached; a toast that moves there restarts its time.
 */
export function ToastRegion(props: Props) {
  const dialog = useTopDialog()
  const region = <Region {...props} isInDialog={dialog !== undefined} />
  return dialog ? createPortal(region, dialog) : region
}

function Region({ label, closeLabel, limits, isInDialog }: Props & { isInDialog: boolean }) {
  const shown = useSyncExternalStore(watch, () => current)
  const place = useRef<HTMLOListElement>(null)
  const { id, open } = shown ?? {}
  const held = useCountdown(shown, limits.durationMs)
  const words = shown?.open && announced(shown, isInDialog)

  // Each toast re-enters the top layer, whose last element is on top.
  useEffect(() => {
    const element = place.current
    if (isInDialog || id === undefined || !element?.showPopover) return
    if (element.matches(':popover-open')) element.hidePopover()
    element.showPopover()
  }, [id, isInDialog])

  // A closed toast has left the page; this only limits how long its record is kept.
  useEffect(() => {
    if (open !== false) return
    const timer = setTimeout(() => show(undefined), limits.removalMs)
    return () => clearTimeout(timer)
  }, [open, limits.removalMs])

  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'F8') place.current?.focus()
      if (key === 'Escape') dismissToast()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return (
    <>
      {words && <Announcement key={id} words={`${label} ${words}`} />}
      <section aria-label={label} {...held}>
        <ol
          ref={place}
          tabIndex={-1}
          className={isInDialog ? 'toast-slot' : 'toast-place'}
          popover={isInDialog ? undefined : 'manual'}
        >
          {shown && <ToastCard key={id} message={shown} closeLabel={closeLabel} swipePx={limits.swipePx} />}
        </ol>
      </section>
    </>
  )
}

/** Screen readers announce an alert by themselves, but not always one added to a dialog. */
function announced({ title, description, tone, action }: Message, isInDialog: boolean) {
  const said = tone === 'destructive' && !isInDialog ? [] : [title, description]
  return [...said, action?.label].filter(Boolean).join(' ')
}

const announcementMs = { before: 50, until: 1000 }

/** Announces a text to screen readers, which only report changes of a live region they already know. */
function Announcement({ words }: { words: string }) {
  const [said, setSaid] = useState<string | undefined>('')
  useEffect(() => {
    const start = setTimeout(() => setSaid(words), announcementMs.before)
    // Removed, so that nobody reads it a second time.
    const end = setTimeout(() => setSaid(undefined), announcementMs.until)
    return () => {
      clearTimeout(start)
      clearTimeout(end)
    }
  }, [words])
  if (said === undefined) return null
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {said}
    </p>
  )
}

/** Closes a toast after its time, which stops while the toast is hovered or focused, or the window is inactive. */
function useCountdown(shown: Shown | undefined, defaultMs: number) {
  const { id, open = false, durationMs = defaultMs } = shown ?? {}
  // By toast: one that disappears while hovered may get no event, and must not block the next one.
  const [pointed, setPointed] = useState<number>()
  const [focused, setFocused] = useState<number>()
  // The region may be rendered for a toast that comes while another tab is in front.
  const [isAway, setAway] = useState(() => document.hidden)
  const left = useRef({ id, ms: durationMs })
  const isRunning = open && pointed !== id && focused !== id && !isAway
  useEffect(() => {
    if (left.current.id !== id) left.current = { id, ms: durationMs }
    if (!isRunning) return
    const its = left.current
    const began = performance.now()
    const timer = setTimeout(dismissToast, its.ms)
    return () => {
      clearTimeout(timer)
      its.ms -= performance.now() - began
    }
  }, [id, durationMs, isRunning])
  useEffect(() => {
    const leave = () => setAway(true)
    const come = () => setAway(false)
    const look = () => setAway(document.hidden)
    addEventListener('blur', leave)
    addEventListener('focus', come)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('blur', leave)
      removeEventListener('focus', come)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  const openId = open ? id : undefined
  return {
    onPointerEnter: () => setPointed(openId),
    onPointerMove: () => setPointed(openId),
    onPointerLeave: () => setPointed(undefined),
    onFocus: () => setFocused(openId),
    onBlur: () => setFocused(undefined),
  }
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

type CardProps = { message: Shown; closeLabel: string; swipePx: number }

function ToastCard({ message, closeLabel, swipePx }: CardProps) {
  const { title, description, tone = 'default', icon, action, open } = message
  const destructive = tone === 'destructive'
  const card = useRef<HTMLLIElement>(null)
  const swipe = useSwipe(swipePx)
  const hasLeft = useHasLeft(card, open)
  if (hasLeft) return null
  return (
    <li
      ref={card}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever reads it with the keyboard keeps it open
      tabIndex={0}
      data-state={open ? 'open' : 'closed'}
      {...swipe}
      className={classNames(
        'toast flex list-none items-start gap-3 rounded-kap-s py-3.5 pr-2 pl-3.5 shadow-3 select-none [touch-action:pan-y]',
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
      <div className="min-w-0 flex-1 self-center" {...(destructive && { role: 'alert' })}>
        <div className="font-[750] leading-[1.3]">{title}</div>
        {description && <div className="text-[.9375rem] leading-[1.35] opacity-92">{description}</div>}
        {action && (
          <button
            type="button"
            onClick={() => {
              action.onClick()
              dismissToast()
            }}
            className="mt-2.5 min-h-11 rounded-xl bg-[#fff8e8] px-4 font-bold text-[#12332e] dark:bg-[#12332e] dark:text-[#fff6e2]"
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label={closeLabel}
        onClick={dismissToast}
        className="-my-2 grid size-11 shrink-0 place-items-center rounded-m"
      >
        <Icon name="x" size={18} />
      </button>
    </li>
  )
}

/** A card follows a swipe to the right, and is dismissed beyond a certain distance. */
function useSwipe(farPx: number) {
  const gesture = useRef<{ x: number; y: number; movedPx?: number }>(undefined)
  const [swiped, setSwiped] = useState<{ state: 'move' | 'cancel' | 'end'; px: number }>()
  const stop = () => {
    const { movedPx } = gesture.current ?? {}
    gesture.current = undefined
    if (movedPx === undefined) return
    const isFar = movedPx >= farPx
    setSwiped({ state: isFar ? 'end' : 'cancel', px: movedPx })
    if (isFar) dismissToast()
  }
  return {
    onPointerDown: ({ button, clientX: x, clientY: y }: PointerEvent) => {
      if (button === 0) gesture.current = { x, y }
    },
    onPointerMove: ({ clientX, clientY, currentTarget, pointerId, pointerType }: PointerEvent) => {
      const start = gesture.current
      if (!start) return
      const [x, y] = [clientX - start.x, clientY - start.y]
      if (start.movedPx === undefined) {
        const slackPx = pointerType === 'touch' ? 10 : 2
        if (Math.max(Math.abs(x), Math.abs(y)) <= slackPx) return
        if (x <= Math.abs(y)) return stop()
        // Capturing the pointer keeps the release from pressing a button.
        currentTarget.setPointerCapture(pointerId)
      }
      start.movedPx = Math.max(0, x)
      setSwiped({ state: 'move', px: start.movedPx })
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    'data-swipe': swiped?.state,
    style: { '--toast-swiped': `${swiped?.px ?? 0}px` } as CSSProperties, // React passes on what it does not know
  }
}

/** Whether a toast was closed and has faded out. The focus stays where the next one will appear. */
function useHasLeft(card: RefObject<HTMLLIElement | null>, open: boolean) {
  const [hasLeft, setHasLeft] = useState(!open)
  useLayoutEffect(() => {
    const element = card.current
    if (open || !element) return
    if (element.contains(document.activeElement)) element.parentElement?.focus()
    const leave = () => setHasLeft(true)
    const animations = element.getAnimations?.() ?? []
    if (animations.length === 0) leave()
    else Promise.all(animations.map(({ finished }) => finished)).then(leave, leave)
  }, [card, open])
  return hasLeft
}
