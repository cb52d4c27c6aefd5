import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type LaterPart, loadTexts } from './language.ts'
import { whenUsable } from './usable.ts'

/** A part of home that loads later with its texts, which are not among the first ones; vite/first.ts names it too. */
export function later<Props>(load: () => Promise<ComponentType<Props>>, words: LaterPart = 'opened') {
  return lazy(async () => {
    const [part] = await Promise.all([load(), loadTexts(words)])
    return { default: part }
  })
}

/** The same for optional parts: they wait for the first screen, and nothing is shown if the code fails to load. */
export function laterIfPossible<Props>(load: () => Promise<ComponentType<Props>>, words: LaterPart = 'calm') {
  return lazy(async () => {
    try {
      await whenUsable()
      const [part] = await Promise.all([load(), loadTexts(words)])
      return { default: part }
    } catch {
      return { default: (() => null) satisfies ComponentType<Props> }
    }
  })
}

/**
 * A part further down the page whose code loads when it comes near the viewport. Its space is reserved, so that nothing
 * moves when it appears.
 */
export function WhenNear({ roomPx, children }: { roomPx: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      { rootMargin: '300px' },
    )
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} style={{ minHeight: roomPx }}>
      {isNear && <Suspense>{children}</Suspense>}
    </div>
  )
}
