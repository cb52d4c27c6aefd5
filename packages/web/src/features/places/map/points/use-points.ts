import { limits } from '@papadag/contract/limits'
import { mapTile } from '@papadag/contract/places/map'
import { nearbyPlaces, searchPlaces } from '@papadag/contract/places/places'
import { useMemo, useState } from 'react'
import { useRead } from '../../../../platform/data/data.ts'
import { type Reading, useReads } from '../../../../platform/data/use-reads.ts'
import { screen } from '../../../../platform/screen/screen.ts'
import { isLocated, roundPosition } from '../../measures.ts'
import type { Filter } from '../../surface/surface-address.ts'
import { type Box, distanceM, isWithin, type Position, tilesOf } from '../geo.ts'
import type { View } from '../map-view.ts'

/** A playground, or several of which only the number is known. */
export type MapPoint = Position & {
  /** With a filter those that are certain to fit. */
  count: number
  /** Those that may fit: nobody knows. */
  unknown?: number
  /** Whether these numbers are estimates. */
  isEstimate?: boolean
  place: { id: number; name: string } | undefined
}

const none: readonly MapPoint[] = []

/** The playgrounds to draw: all of them if one call can list them, otherwise the tiles in view (decision L14). */
export function usePoints(view: View | undefined, filter: Filter) {
  const listed = useListed(filter)
  const inTiles = useTiles(listed.needsTiles ? view : undefined, filter)
  if (listed.needsTiles) return inTiles
  return { points: listed.points ?? none, isLoading: !listed.points, hasFailed: false }
}

const everyPlayground = { query: { type: 'playground' } } as const
const wholeWorld = { params: { z: '0', x: '0', y: '0' }, ...everyPlayground } as const

/** Every playground, unless there are more than the server lists or reading them failed. */
function useListed({ features, facts }: Filter) {
  const [areTooMany, setTooMany] = useState(false)
  // A full list weighs hundreds of kB, while its length fits into one packet.
  const world = useRead(mapTile, wholeWorld, { enabled: !areTooMany })
  const isCounted = world.data !== undefined || world.isError
  // What is known at a certain hour only the server can tell.
  const everyOne = facts ? { query: { ...everyPlayground.query, facts } } : everyPlayground
  const { data, isError } = useRead(searchPlaces, everyOne, { enabled: isCounted && !areTooMany })
  const count = pointsOf(world.data).reduce((sum, point) => sum + point.count, 0)
  if (!areTooMany && Math.max(count, data?.length ?? 0) >= limits.listItems) setTooMany(true)
  const points = useMemo(() => {
    const wanted = features?.split(',') ?? []
    return data
      ?.filter(place => isLocated(place) && wanted.every(key => place.features.some(own => own === key)))
      .map(pointOf)
  }, [data, features])
  return { points, needsTiles: areTooMany || (isError && !data) }
}

/** The places in view, tile by tile, so that the live connection can report which tiles changed. */
function useTiles(view: View | undefined, filter: Filter) {
  const tiles = useMemo(() => (view ? tilesOf(view.box, view.zoom) : []), [view])
  const readings = useReads(
    mapTile,
    tiles.map(({ z, x, y }) => ({
      params: { z: String(z), x: String(x), y: String(y) },
      query: { type: 'playground', ...filter },
    })),
  )
  const isComplete = readings.length > 0 && readings.every(reading => reading)
  const fresh = useMemo(() => (isComplete ? readings.flatMap(pointsOf) : undefined), [isComplete, readings])
  // The previous points are kept until all tiles of this view have been read.
  const [points, setPoints] = useState(none)
  if (fresh && fresh !== points) setPoints(fresh)
  return { points, isLoading: !isComplete, hasFailed: readings.includes('failed') }
}

function pointsOf(reading: Reading<typeof mapTile>): MapPoint[] {
  if (!reading || reading === 'failed') return []
  const { cells, places, isEstimate } = reading
  return [
    ...cells.map(cell => ({ ...cell, ...(isEstimate && { isEstimate }), place: undefined })),
    ...places.map(pointOf),
  ]
}

function pointOf({ id, name, latitude, longitude, certain }: PinnedPlace): MapPoint {
  const isPerhaps = certain === false
  return { latitude, longitude, count: isPerhaps ? 0 : 1, ...(isPerhaps && { unknown: 1 }), place: { id, name } }
}

/** How many playgrounds are in view. */
export type InView = {
  /** With a filter those that are certain to fit. */
  certain: number
  /** Those that may fit. */
  unknown: number
  isEstimate: boolean
}

/**
 * The playgrounds with their own pins: all in view, unless there are too many (decision L18). Zoomed out, tiles contain
 * only counts; if those are low, the playgrounds are read individually.
 */
export function usePins(view: View | undefined, points: readonly MapPoint[], filter: Filter) {
  const inView = useMemo(() => (view ? points.filter(point => isWithin(point, view.box)) : []), [view, points])
  const seen = useMemo(
    (): InView => ({
      certain: inView.reduce((sum, { count }) => sum + count, 0),
      unknown: inView.reduce((sum, { unknown = 0 }) => sum + unknown, 0),
      isEstimate: inView.some(({ isEstimate }) => isEstimate),
    }),
    [inView],
  )
  const areFew = seen.certain + seen.unknown <= screen.mapMarkers || (view !== undefined && view.zoom >= closeEnough)
  const areUnnamed = areFew && inView.some(({ place }) => !place)
  const box = view?.box
  const center = roundPosition(view?.center ?? { latitude: 0, longitude: 0 })
  const reach = box ? Math.max(...cornersOf(box).map(corner => distanceM(center, corner))) : 0
  const named = useRead(
    nearbyPlaces,
    {
      query: {
        ...center,
        radius: Math.ceil(reach / 1000 + 1) * 1000,
        type: 'playground',
        ...filter,
        // The call lists a circle around the view, which contains more than the view.
        limit: limits.listItems,
      },
    },
    { enabled: areUnnamed },
  )
  const pins = useMemo(() => {
    if (!areUnnamed) return areFew ? inView.flatMap(pinOf) : undefined
    const last = named.data?.[limits.listItems - 1]
    // More than the server lists, so some of those in view may be missing.
    if (last && (last.distance ?? 0) < reach) return undefined
    return named.data?.filter(place => box && isWithin(place, box))
  }, [areFew, areUnnamed, inView, named.data, box, reach])
  return { seen, pins }
}

export type PinnedPlace = Position & {
  id: number
  name: string
  /** Only with a filter: whether it is certain to fit. */
  certain?: boolean | undefined
}

/** The zoom level at which even crowded pins are readable. */
const closeEnough = limits.mapMaxZoom - 1

function pinOf({ latitude, longitude, place, unknown }: MapPoint): PinnedPlace[] {
  return place ? [{ ...place, latitude, longitude, ...(unknown && { certain: false }) }] : []
}

function cornersOf({ south, west, north, east }: Box): Position[] {
  return [north, south].flatMap(latitude => [west, east].map(longitude => ({ latitude, longitude })))
}
