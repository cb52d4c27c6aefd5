import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { loadOtherTexts } from './language.ts'

/** Loads a part of home whose words are not among the first ones; see vite/texts.ts. */
export async function withOtherTexts<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), loadOtherTexts()])
  return module
}

/**
 * A part of a page further down, whose code is fetched when it comes near the screen. Its room is kept meanwhile, so
 * nothing moves when it arrives.
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
