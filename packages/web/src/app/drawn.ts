/** The screen that the page's HTML shows until the app is there (see drawn-home.tsx). */
export const drawn = document.getElementById('drawn')

/** Puts the real screen, which has just been drawn, in its place, and taps the button that was tapped meanwhile. */
export function endDrawn() {
  const { tapped } = drawn?.dataset ?? {}
  drawn?.remove()
  if (!tapped) return
  for (const button of document.querySelectorAll<HTMLElement>('main button'))
    if (button.textContent === tapped) return button.click()
}
