import type { ReactNode } from 'react'

type Props = { width: 'bare' | 'narrow' | 'wide'; children: ReactNode }

/** The part of the page between header and bottom bar. */
export function MainArea({ width, children }: Props) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className={
        width === 'bare'
          ? ''
          : `mx-auto ${width === 'wide' ? 'max-w-[120rem]' : 'max-w-6xl'} px-4 pt-5 pb-[calc(var(--pd-bottombar-h)+32px)] md:px-6 md:pt-7`
      }
    >
      {children}
    </main>
  )
}
