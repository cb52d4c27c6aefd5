import { focusHeading } from '../../platform/navigation/navigation.tsx'
import { whenUsable } from '../../platform/screen/usable.ts'

/** The screen that the page's HTML shows until the app has loaded (see prerendered-screens.tsx). */
export const prerendered = document.getElementById('prerendered')

/**
 * Replaces the drawing with the real screen, which has just been rendered: focus and an early tap move to the same
 * button.
 */
export function endPrerendered() {
  if (!prerendered) return
  const focused = prerendered.contains(document.activeElement) ? nameOf(document.activeElement) : undefined
  const { button, left, until } = prerendered.dataset
  // What replies show is in the app a few frames later: see stay-until-shown.ts.
  if (until && left === undefined) prerendered.inert = true
  else prerendered.remove()
  // Another screen than the one drawn may have a button with the same name.
  const same = left === 'unknown' ? undefined : find(focused ?? button)
  if (same) same.focus({ preventScroll: true })
  else if (left) focusHeading()
  // Effects of the first render may still change the address.
  if (button) void whenUsable().then(() => find(button)?.click())
}

function find(name: string | null | undefined) {
  if (!name) return undefined
  const all = document.querySelectorAll<HTMLElement>('#root :is(main, main ~ nav) :is(a, button, h1)')
  return [...all].find(element => nameOf(element) === name)
}

/** Identifies a button by its text, or by its own name if the text depends on the user. */
function nameOf(element: Element | null) {
  return element?.getAttribute('name') ?? element?.textContent
}
