import { classNames } from '../class-names.ts'

/** The languages whose flag is in the sprite. */
export type FlagCode = 'nl' | 'en' | 'de' | 'fr' | 'es'

/** A round flag next to the name of a language; only the name is read aloud. */
export function Flag({ code, className }: { code: FlagCode; className?: string }) {
  return (
    <svg width="24" height="24" aria-hidden className={classNames('block shrink-0 rounded-full edge-card', className)}>
      <use href={`#flag-${code}`} />
    </svg>
  )
}
