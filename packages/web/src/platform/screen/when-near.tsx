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

/** The same for a part inside a screen: if its code fails to load, the rest of the screen stays. */
export const laterInside = <Props,>(load: () => Promise<ComponentType<Props>>, words?: LaterPart) =>
  orNothing(() => withTexts(load, words))

/** The same for optional parts, which wait for the first screen. */
export const laterIfPossible = <Props,>(load: () => Promise<ComponentType<Props>>, words: LaterPart = 'idle') =>
  orNothing(async () => {
    await whenUsable()
    return withTexts(load, words)
  })

const orNothing = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }))

/**
 * A part farther down the page whose code loads when it comes near the viewport. Its space is reserved, so that nothing
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
