import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef } from 'react'

type AnchorOptions = {
  button: RefObject<HTMLElement | null>
  content: RefObject<HTMLElement | null>
  open: boolean
  onScroll: () => void
}

/**
 * The anchor of a menu that stays where it was opened: a list that changes below it may move the button far away, and
 * the menu must neither leave the window nor jump. Scrolling by hand closes it, as everywhere.
 */
export function useFixedAnchor({ button, content, open, onScroll }: AnchorOptions) {
  const held = useRef<DOMRect>(undefined)
  const scrolled = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node && content.current?.contains(target))) onScroll()
  })
  useLayoutEffect(() => {
    if (!open) return
    const measureAgain = () => {
      held.current = undefined
    }
    // Captured: before the menu is placed anew.
    addEventListener('resize', measureAgain, { capture: true })
    addEventListener('wheel', scrolled, { passive: true })
    addEventListener('touchmove', scrolled, { passive: true })
    return () => {
      measureAgain()
      removeEventListener('resize', measureAgain, { capture: true })
      removeEventListener('wheel', scrolled)
      removeEventListener('touchmove', scrolled)
    }
  }, [open])
  return useCallback(
    (anchor: HTMLElement | null) => {
      if (!anchor) return
      anchor.getBoundingClientRect = () => {
        held.current ??= inWindow(button.current)
        return held.current
      }
    },
    [button],
  )
}

function inWindow(button: HTMLElement | null): DOMRect {
  const { x = 0, y = 0, width = 0, height = 0 } = button?.getBoundingClientRect() ?? {}
  return new DOMRect(x, Math.max(0, Math.min(y, innerHeight - height)), width, height)
}
