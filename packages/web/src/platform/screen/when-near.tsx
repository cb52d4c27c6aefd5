import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { serviceWorkers } from '../browser/service-worker.ts'
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

const along: Promise<unknown>[] = []
/** Resolves once what is fetched along with a screen is here. */
export const partsAlong = () => Promise.all(along)

/**
 * The same, fetched along with the screen's own code where the service worker has stored both. What is here in time is drawn
 * with the screen: React would show what stands in for it for at least 300 ms.
 */
export function alongInside<Props extends object>(load: () => Promise<ComponentType<Props>>, words?: LaterPart) {
  let part: ComponentType<Props> | undefined
  let loading: Promise<Module<Props>> | undefined
  const start = () => {
    loading ??= moduleOrNothing(() => withTexts(load, words)).then(loaded => {
      part = loaded.default
      return loaded
    })
    return loading
  }
  if (serviceWorkers()?.controller) along.push(start())
  const Later: ComponentType<Props> = lazy(start)
  return (props: Props) => {
    const [Part] = useState(() => part ?? Later)
    return createElement<Props>(Part, props)
  }
}

type Module<Props> = { default: ComponentType<Props> }

const moduleOrNothing = async <Props,>(load: () => Promise<ComponentType<Props>>): Promise<Module<Props>> => ({
  default: await load().catch((): ComponentType<Props> => () => null),
})

const orNothing = <Props,>(load: () => Promise<ComponentType<Props>>) => lazy(() => moduleOrNothing(load))

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
