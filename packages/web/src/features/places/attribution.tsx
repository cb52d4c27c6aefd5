import type { Place } from '@papadag/contract/places/places'
import { textLinkClass } from '@papadag/ui/text-link'

/** The attribution OpenStreetMap requires where its places are shown (safety S47), in its own wording. */
export function Attribution({ places }: { places: readonly Pick<Place, 'source'>[] }) {
  if (!places.some(({ source }) => source === 'osm')) return null
  return (
    <p className="text-ink-2 text-sm">
      <a
        href="https://www.openstreetmap.org/copyright"
        target="_blank"
        rel="noopener noreferrer"
        className={textLinkClass}
      >
        © OpenStreetMap contributors
      </a>
    </p>
  )
}
