import { classNames } from '../class-names.ts'

type Props = { className?: string; label?: string }

// Both drawings are in the page's sprite; their view boxes are repeated here to keep the proportions.

/** Big p and little p, father and child. */
export function LogoMark({ className, label }: Props) {
  return (
    <svg
      viewBox="0 0 96 96"
      className={classNames('block', className)}
      role="img"
      aria-label={label}
      aria-hidden={!label}
    >
      <use href="#logo-mark" width="96" height="96" />
    </svg>
  )
}

/** The seven letters, in the colour of the surrounding text. */
export function LogoWordmark({ className, label }: Props) {
  return (
    <svg
      viewBox="0 -33 551 148"
      className={classNames('block', className)}
      role="img"
      aria-label={label}
      aria-hidden={!label}
    >
      <use href="#logo-word" y="-33" width="551" height="148" />
    </svg>
  )
}

/** Mark and letters as in the header; below 360 px and on a tablet only the mark. */
export function LogoLockup({ className }: { className?: string }) {
  return (
    <span className={classNames('flex items-center gap-[9px] text-ink', className)}>
      <LogoMark className="size-[38px] md:size-11" />
      <LogoWordmark className="h-[25px] md:h-7 max-[359px]:hidden md:max-[1079px]:hidden" />
    </span>
  )
}
