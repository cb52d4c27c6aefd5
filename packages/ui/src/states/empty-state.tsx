import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Illustration, type IllustrationName } from '../pictures/illustration.tsx'

type Props = {
  illustration: IllustrationName
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
  className?: string
}

/** An empty list: a picture, a heading, one sentence, one action. */
export function EmptyState({ illustration, title, children, action, heading: Heading = 'h2', className }: Props) {
  return (
    <div className={classNames('px-4 pt-2 pb-5 text-center', className)}>
      <Illustration name={illustration} className="mx-auto mb-1 w-full max-w-70" />
      <Heading tabIndex={Heading === 'h1' ? -1 : undefined}>{title}</Heading>
      {children && <p className="mx-auto mt-1.5 max-w-[34ch] text-ink-2">{children}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2.5">{action}</div>}
    </div>
  )
}
