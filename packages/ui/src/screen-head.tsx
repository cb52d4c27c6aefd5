import type { ReactNode, Ref } from 'react'

type Props = {
  title: ReactNode
  /** Where another one is the title of the page. */
  heading?: 'h1' | 'h2'
  ref?: Ref<HTMLHeadingElement>
  /** What it is about, in a line below. */
  children?: ReactNode
  /** What is done from this screen, beside the title: 44 px high. */
  actions?: ReactNode
}

/** The title of a screen. It stands on the same line on each of them, with what is done from there. */
export function ScreenHead({ title, heading: Heading = 'h1', ref, children, actions }: Props) {
  return (
    <div className="mb-3.5 md:mb-4.5">
      <div className="flex min-h-11 items-center justify-between gap-3">
        {/* Its widest word decides whether a button still fits beside it. */}
        <Heading ref={ref} tabIndex={-1} className="min-w-[min-content] flex-1">
          {title}
        </Heading>
        {actions}
      </div>
      {children && <p className="mt-0.5 text-ink-2">{children}</p>}
    </div>
  )
}
