import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './pictures/icon.tsx'

export type ButtonVariant = 'do' | 'secondary' | 'picked' | 'soft' | 'danger' | 'danger-outline' | 'ghost' | 'light'
type Appearance = { variant?: ButtonVariant | undefined; size?: 52 | 44 | undefined; className?: string | undefined }

const variants: Record<ButtonVariant, string> = {
  do: 'bg-do text-do-ink raised-do hover:bg-do-hover active:[translate:0_3px] active:edge-do-edge off:[translate:none]',
  secondary: 'bg-surface rim-ink hover:bg-sunken',
  picked: 'bg-picked text-picked-ink hover:opacity-90',
  soft: 'bg-picked-soft hover:opacity-90',
  danger: 'bg-danger text-danger-ink hover:opacity-90',
  'danger-outline': 'text-danger rim-danger hover:bg-danger-soft',
  ghost: 'hover:bg-sunken',
  light: 'bg-[#fff8e8] text-[#12332e] hover:bg-white',
}

/** A button's look for a link. Additional class names are for layout only. */
export function buttonClass({ variant = 'secondary', size = 52, className }: Appearance = {}) {
  return classNames(
    'inline-flex items-center justify-center gap-2 py-1.5 text-center font-bold leading-[1.1]',
    'transition-[translate,box-shadow,background-color,opacity] duration-(--pd-dur-1)',
    'off:cursor-not-allowed off:bg-sunken off:text-ink-2 off:opacity-100 off:edge-line',
    size === 52 ? 'min-h-13 rounded-m' : 'min-h-11 rounded-xl text-[.9375rem]',
    variant === 'ghost' ? 'px-3' : size === 52 ? 'px-5.5' : 'px-4',
    variants[variant],
    className,
  )
}

type Props = Omit<ComponentProps<'button'>, 'className'> &
  Appearance & {
    icon?: IconName
    /** Busy: cannot be pressed again, and keeps focus and width. */
    busy?: boolean
    /** The label while busy; without it only the spinner is added. */
    busyLabel?: ReactNode
  }

export function Button({
  variant,
  size,
  className,
  icon,
  busy = false,
  busyLabel,
  children,
  onClick,
  ...props
}: Props) {
  const guarded = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event))
  const layer = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2'
  const face = (
    <>
      {busy && busyLabel === undefined ? <Ring /> : icon && <Icon name={icon} size={18} />}
      {children}
    </>
  )
  return (
    <button
      type="button"
      {...props}
      onClick={guarded}
      aria-disabled={busy || props['aria-disabled']}
      aria-busy={busy || undefined}
      className={buttonClass({ variant, size, className })}
    >
      {busyLabel === undefined ? (
        face
      ) : (
        // Both labels share one cell, so the wider one sets the width.
        <span className="grid">
          <span aria-hidden={busy} className={classNames(layer, busy && 'invisible')}>
            {face}
          </span>
          <span aria-hidden={!busy} className={classNames(layer, !busy && 'invisible')}>
            <Ring />
            {busyLabel}
          </span>
        </span>
      )}
    </button>
  )
}

const Ring = () => (
  <span
    aria-hidden
    className="size-5 shrink-0 animate-[spin_.8s_linear_infinite] rounded-full border-3 border-current border-r-transparent"
  />
)
