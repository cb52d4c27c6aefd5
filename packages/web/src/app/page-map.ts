import type { MapPoint } from '@papadag/contract/places/hosted-map'
import { pixelRatio } from '../platform/browser/pixel-ratio.ts'
import { drawStaticMap, savesData } from '../platform/map/start-painter.ts'

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

/**
 * Draws the still picture of the map on a page that the server has written, where it runs without the app. Until then, and
 * without a network, only the picture's pin is there.
 */
function draw(figure: HTMLElement, signal: AbortSignal) {
  const [canvas, credit] = [figure.querySelector('canvas'), figure.querySelector('figcaption')]
  if (!canvas || !credit) return
  const point: MapPoint = JSON.parse(figure.dataset.map ?? '')
  const theme = document.documentElement.dataset.theme === 'dark' || isDarkBySystem() ? 'dark' : 'light'
  const { clientWidth: width, clientHeight: height } = canvas
  drawStaticMap(canvas, { point, theme, width, height, ratio: pixelRatio() }, signal).then(
    () => {
      canvas.role = 'img'
      canvas.ariaLabel = figure.dataset.label ?? ''
      credit.hidden = false
    },
    () => {},
  )
}

const isDarkBySystem = () => systemIsDark.matches && document.documentElement.dataset.theme !== 'light'

function follow(figure: HTMLElement) {
  let over = new AbortController()
  draw(figure, over.signal)
  systemIsDark.addEventListener('change', () => {
    over.abort()
    over = new AbortController()
    draw(figure, over.signal)
  })
}

const figure = document.querySelector<HTMLElement>('[data-map]')
if (figure && !savesData()) {
  const observer = new IntersectionObserver(entries => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    follow(figure)
  })
  observer.observe(figure)
}
