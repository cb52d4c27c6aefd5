import { forget } from './first-replies.ts'

/** However long the app needs for what the drawing shows. */
const overlapMs = 3000
/** The app asks for its first replies about as soon as it is there. */
const keptMs = 3000

/**
 * Removes a drawing that the app has left over its first frame (see prerendered.ts), once the app shows what it names as
 * `until`.
 */
export function stayUntilShown(drawing: HTMLElement) {
  let left = ''
  const observer = new MutationObserver(endOnceShown)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['inert'] })

  function endOnceShown() {
    if (drawing.inert && !left) {
      left = location.pathname
      setTimeout(end, overlapMs)
    }
    const { until } = drawing.dataset
    const isShown = left && until && (left !== location.pathname || document.querySelector(until))
    if (isShown || !drawing.isConnected) end()
  }
  function end() {
    observer.disconnect()
    drawing.remove()
    setTimeout(forget, keptMs)
  }
}
