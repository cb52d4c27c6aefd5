import { whenUsable } from '../platform/usable.ts'

/** The screen that the page's HTML shows until the app is there (see drawn-screens.tsx). */
export const drawn = document.getElementById('drawn')

/** Puts the real screen in its place, which has just been rendered: focus and an early tap move to the same button. */
export function endDrawn() {
  if (!drawn) return
  const focused = drawn.contains(document.activeElement) ? document.activeElement?.textContent : undefined
  const { button } = drawn.dataset
  drawn.remove()
  findByText(focused ?? button)?.focus({ preventScroll: true })
  // Effects of the first render may still change the address.
  if (button) void whenUsable().then(() => findByText(button)?.click())
}

function findByText(text: string | null | undefined) {
  if (!text) return undefined
  const all = document.querySelectorAll<HTMLElement>('#root :is(main, main ~ nav) :is(a, button)')
  return [...all].find(({ textContent }) => textContent === text)
}
