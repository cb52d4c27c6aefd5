import type { MapPoint } from '@papadag/contract/places/own-map'
import { escapeHtml } from '../../platform/escape-html.ts'

// Tailwind reads the class names in this file (packages/ui/src/styles.css).

/**
 * Where the browser draws a still picture of the map (web/src/app/page-map.ts); until then, and without it, a pin. The app
 * writes the same: web/src/domain/places/still-map.tsx.
 */
export function mapHtml(point: MapPoint, label: string): string {
  return `<figure class="relative h-44 w-full overflow-hidden rounded-kap-s bg-sunken noscript:hidden" data-map="${escapeHtml(JSON.stringify(point))}" data-label="${escapeHtml(label)}">
    <canvas class="size-full object-cover"></canvas>
    <img src="/svg/pin-speelafspraak.svg" alt="" width="44" height="54" class="absolute top-1/2 left-1/2 -translate-x-1/2 -translate-y-[93%]">
    <figcaption hidden class="absolute right-3 bottom-0 rounded-t-lg bg-white/90 px-2 text-[#49605a] text-xs">
      <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener noreferrer" class="inline-block py-1 underline underline-offset-2">© OpenStreetMap</a>
    </figcaption>
  </figure>`
}
