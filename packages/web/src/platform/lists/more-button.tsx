import { Button } from '@papadag/ui/button'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

type Props = {
  /** More is loading. */
  busy: boolean
  /** Why there is nothing more yet; another press tries again. */
  problem: string | false
  onPress: () => void
  /** Called before the end of the list is reached. */
  onNear?: () => void
  children: ReactNode
}

/** The end of a list that has more items. */
export function MoreButton({ busy, problem, onPress, onNear, children }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(() => busy || onNear?.())
  const isAutomatic = onNear !== undefined
  useEffect(() => {
    if (!isAutomatic) return
    const observer = new IntersectionObserver(
      entries => entries.some(({ isIntersecting }) => isIntersecting) && near(),
      { rootMargin: '600px' },
    )
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [isAutomatic])
  return (
    <div ref={end} className="mt-6 text-center">
      {problem && (
        <p role="alert" className="mb-2 text-danger">
          {problem}
        </p>
      )}
      <Button icon="down" busy={busy} onClick={onPress}>
        {children}
      </Button>
    </div>
  )
}
