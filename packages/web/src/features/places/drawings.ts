import type { FeatureKey, Place } from '@papadag/contract/places/places'
import type { PlaceDrawing } from '@papadag/ui/pictures/place-illustration'

/** The fields of a place that determine its drawing. */
export type PlaceToDraw = Pick<Place, 'id' | 'type' | 'name' | 'description' | 'features' | 'imageUrl'>

type Sign = { drawing: PlaceDrawing; feature?: FeatureKey; words: readonly string[] }

/** The features and words that show that a place has something. */
const signs: Record<Place['type'], readonly Sign[]> = {
  playground: [
    { drawing: 'skating', words: ['skate', 'pumptrack', 'halfpipe'] },
    {
      drawing: 'football',
      words: ['voetbal', 'trapveld', 'cruyff court', 'football', 'fußball', 'bolzplatz', 'fútbol'],
    },
    { drawing: 'indoors', words: ['binnenspeel', 'indoor', 'ballenbak', 'bällebad', 'ball pit'] },
    {
      drawing: 'water',
      feature: 'waterGames',
      words: ['waterspeel', 'pierenbad', 'wasserspiel', 'splash', 'paddling'],
    },
    { drawing: 'sand', feature: 'sandbox', words: ['zandbak', 'sandpit', 'sandkasten', 'bac à sable', 'arenero'] },
    { drawing: 'climbing', words: ['klim', 'climb', 'kletter', 'escalad', 'touwbrug'] },
    { drawing: 'swings', words: ['schommel', 'swing', 'schaukel', 'balançoire', 'columpio'] },
    { drawing: 'toddlers', words: ['peuter', 'kleuter', 'wipkip', 'toddler', 'kleinkind', 'tout-petit'] },
    { drawing: 'slide', words: ['glijbaan', 'slide', 'rutsche', 'toboggan', 'tobogán'] },
  ],
  restaurant: [
    { drawing: 'iceCream', words: ['ijssalon', 'ijsje', 'softijs', 'gelat', 'ice cream', 'eisdiele', 'helado'] },
    { drawing: 'poffertjes', words: ['poffertje'] },
    { drawing: 'pancakes', words: ['pannenkoek', 'pancake', 'pfannkuchen', 'crêpe', 'stroop'] },
    { drawing: 'playCorner', feature: 'playCorner', words: ['speelhoek', 'speelkamer', 'spielecke'] },
    { drawing: 'terrace', words: ['terras', 'terrace', 'terraza', 'biergarten', 'paviljoen'] },
  ],
}

/** Drawings that suit any place. There are more than a card has neighbours, so one is always available. */
const ordinary: Record<Place['type'], readonly PlaceDrawing[]> = {
  playground: ['slide', 'climbing', 'swings', 'toddlers'],
  restaurant: ['pancakes', 'terrace', 'poffertjes', 'iceCream'],
}

/** In a grid of up to three columns, these are the places next to and above it. */
const neighbours = 3

/** The drawing of a place on its own: always the same one. */
export function drawingOf(place: PlaceToDraw): PlaceDrawing {
  return candidates(place)[0] ?? 'slide'
}

/**
 * The drawings of places in a list, by their number: never the same as next to or above it. Longer lists begin alike.
 */
export function drawingsOf(places: readonly PlaceToDraw[]): ReadonlyMap<number, PlaceDrawing> {
  const chosen = new Map<number, PlaceDrawing>()
  const shown: (PlaceDrawing | undefined)[] = []
  for (const place of places) {
    const near = shown.slice(-neighbours)
    const drawing = candidates(place).find(one => !near.includes(one)) ?? drawingOf(place)
    chosen.set(place.id, drawing)
    shown.push(place.imageUrl ? undefined : drawing)
  }
  return chosen
}

function candidates({ id, type, name, description, features }: PlaceToDraw): PlaceDrawing[] {
  const text = `${name} ${description ?? ''}`.toLowerCase()
  const fitting = signs[type].filter(
    ({ feature, words }) => (feature && features.includes(feature)) || words.some(word => text.includes(word)),
  )
  return [
    ...turned(
      fitting.map(({ drawing }) => drawing),
      id,
    ),
    ...turned(ordinary[type], id),
  ]
}

/** The same items, rotated to begin with a different one for each number. */
function turned<One>(list: readonly One[], by: number): One[] {
  const at = list.length > 0 ? by % list.length : 0
  return [...list.slice(at), ...list.slice(0, at)]
}
