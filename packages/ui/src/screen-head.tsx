import type { ReactNode, Ref } from 'react'

type Props = {
  title: ReactNode
  /** For a screen on which another heading is the title. */
  heading?: 'h1' | 'h2'
  ref?: Ref<HTMLHeadingElement>
  /** A subtitle. */
  children?: ReactNode
  /** The screen's actions, next to the title: 44 px high. */
  actions?: ReactNode
}

/** The title and actions of a screen, on the same line on every screen. */
export function ScreenHead({ title, heading: Heading = 'h1', ref, children, actions }: Props) {
  return (
    <div className="mb-3.5 md:mb-4.5">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-2 gap-y-1">
        {/* Its widest word determines whether a button fits next to it; in em, which the arriving font does not change. */}
        <Heading ref={ref} tabIndex={-1} className="min-w-[min(100%,5em)] flex-1 break-words">
          {title}
        </Heading>
        {actions}
      </div>
      {children && <p className="mt-0.5 text-ink-2">{children}</p>}
    </div>
  )
}
