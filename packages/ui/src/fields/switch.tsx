import { classNames } from '../class-names.ts'

type Props = {
  checked: boolean
  onCheckedChange?: (checked: boolean) => void
  /** Locked: shown but not changeable; the text next to it says why. */
  disabled?: boolean
  className?: string
  id?: string
} & ({ 'aria-label': string } | { 'aria-labelledby': string; 'aria-describedby'?: string } | { id: string })

/** A switch. Its target extends 6 px beyond the drawing. */
export function Switch({ checked, onCheckedChange, className, ...props }: Props) {
  return (
    <button
      {...props}
      type="button"
      role="switch"
      aria-checked={checked}
      onClick={() => onCheckedChange?.(!checked)}
      className={classNames(
        'group relative h-8 w-13 shrink-0 rounded-full bg-line-2 transition-colors duration-(--pd-dur-1) before:absolute before:-inset-1.5 disabled:cursor-not-allowed disabled:opacity-55 aria-checked:bg-ok',
        className,
      )}
    >
      <span className="block size-6.5 [translate:3px] rounded-full bg-white forced-colors:bg-[ButtonText] transition-[translate] duration-(--pd-dur-2) group-aria-checked:[translate:23px] dark:group-aria-checked:bg-[#0a1d1a]" />
    </button>
  )
}
