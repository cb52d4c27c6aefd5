import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type LaterPart, loadTexts } from '../language/language.ts'
import { whenUsable } from './usable.ts'

/** Code that loads later together with its texts, which are not among the first ones; vite/load-order.ts lists it too. */
export async function withTexts<Part>(load: () => Promise<Part>, words: LaterPart = 'onOpen'): Promise<Part> {
  const [part] = await Promise.all([load(), loadTexts(words)])
  return part
}

/** A component that loads this way. */
export function later<Props>(load: () => Promise<ComponentType<Props>>, words?: LaterPart) {
  return lazy(async () => ({ default: await withTexts(load, words) }))
}

/** The same for optional parts: they wait for the first screen, and nothing is shown if the code fails to load. */
export function laterIfPossible<Props>(load: () => Promise<ComponentType<Props>>, words: LaterPart = 'idle') {
  return lazy(async () => {
    try {
      await whenUsable()
      return { default: await withTexts(load, words) }
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
