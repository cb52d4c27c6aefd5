import { factTermsIn, fits } from '@papadag/contract/places/facts'
import { fold } from '@papadag/contract/places/folding'
import type { MapTile } from '@papadag/contract/places/map'
import type { Place, PlaceDetail } from '@papadag/contract/places/places'
import type { KeptReply } from '../../../../platform/offline/kept-source.ts'
import { distanceM, isWithin, positionAt } from '../geo.ts'
import { type OfflineMap, readOfflineMap } from './offline-map.ts'

/** Answers a read of the map offline from what its user has kept; undefined for any other read. */
export async function answerFromOfflineMap(at: string, userId: number): Promise<KeptReply | undefined> {
  const { pathname, searchParams } = new URL(at, location.origin)
  if (!/^\/api\/(env|map|places)\b/.test(pathname)) return undefined
  const kept = await readOfflineMap(userId)
  const answer = kept && answerOf(kept, pathname, searchParams)
  return answer === undefined ? undefined : { answer, keptAtMs: kept?.savedAtMs ?? 0 }
}

/** What was wrong with a place when it was kept may be over by now. */
function asOfToday(place: Place): Place {
  const today = new Date().toISOString().slice(0, 10)
  return place.state && place.state.until < today ? { ...place, state: null } : place
}

function answerOf({ environment, places: kept }: OfflineMap, path: string, query: URLSearchParams): unknown {
  if (path === '/api/env') return environment
  const known = kept.map(asOfToday)
  const [, id] = /^\/api\/places\/(\d+)$/.exec(path) ?? []
  if (id) return detailOf(known.find(place => place.id === Number(id)))
  // Only playgrounds are kept.
  if (query.get('type') !== 'playground') return undefined
  const wanted = query.get('features')?.split(',') ?? []
  const featured = known.filter(({ features }) => wanted.every(key => features.some(own => own === key)))
  const places = filtered(featured, query.get('facts'))
  if (!places) return undefined
  const [, ...tile] = /^\/api\/map\/(\d+)\/(\d+)\/(\d+)$/.exec(path) ?? []
  if (tile.length > 0) return tileOf(places, tile.map(Number))
  const most = Number(query.get('limit') ?? places.length)
  if (path === '/api/places/count') {
    const certain = places.filter(place => place.certain !== false).length
    return { certain, unknown: places.length - certain }
  }
  if (path === '/api/places/search') return certainFirst(found(places, query.get('q')?.trim() ?? '')).slice(0, most)
  if (path === '/api/places/nearby') return certainFirst(nearest(places, query)).slice(0, most)
  return undefined
}

/** Those that fit or may fit, as the server tells them apart; nobody here can read opening hours. */
function filtered(places: Place[], facts: string | null): Place[] | undefined {
  if (facts === null) return places
  const terms = factTermsIn(facts)
  return (
    terms &&
    places.flatMap(place => {
      // What was kept before there were facts has none.
      const answer = fits(terms, { ...place, facts: place.facts ?? {} })
      return answer === 'no' ? [] : [{ ...place, certain: answer === 'yes' }]
    })
  )
}

const certainFirst = (places: Place[]) =>
  [...places].sort((a, b) => Number(a.certain === false) - Number(b.certain === false))

function detailOf(place: Place | undefined): PlaceDetail | undefined {
  // What he may do with it is decided once there is a network.
  return (
    place && {
      ...place,
      isMine: false,
      mayEdit: false,
      mayConfirm: false,
      editWaits: false,
      mayAnswer: false,
      myAnswers: {},
      editsToApply: 0,
      corrections: [],
    }
  )
}

function tileOf(places: Place[], [z = 0, x = 0, y = 0]: number[]): MapTile {
  const from = positionAt({ x: x * 256, y: y * 256 }, z)
  const to = positionAt({ x: (x + 1) * 256, y: (y + 1) * 256 }, z)
  const box = { north: from.latitude, west: from.longitude, south: to.latitude, east: to.longitude }
  return { cells: [], places: places.filter(place => isWithin(place, box)) }
}

/** Matches name or address, in any order of words, ignoring accents. */
function found(places: Place[], q: string): Place[] {
  const words = fold(q).split(/\s+/)
  return places.filter(({ name, address }) => {
    const text = fold(`${name} ${address ?? ''}`)
    return words.every(word => text.includes(word))
  })
}

function nearest(places: Place[], query: URLSearchParams): Place[] {
  const from = { latitude: Number(query.get('latitude')), longitude: Number(query.get('longitude')) }
  const radius = Number(query.get('radius') ?? Number.POSITIVE_INFINITY)
  return places
    .map(place => ({ ...place, distance: distanceM(from, place) }))
    .filter(({ distance }) => distance <= radius)
    .sort((a, b) => a.distance - b.distance)
}
