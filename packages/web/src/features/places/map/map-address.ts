import { replaceBelowSteps } from '@papadag/ui/back-step'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearch } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { queryOf, readWanted, type Wanted } from '../surface/surface-address.ts'

type MapAddress = {
  wanted: Wanted
  placeId: number | undefined
  /** Whether the map fills the window. */
  isFull: boolean
}

/** The map's state in the address: the search, the open place, and whether it fills the window. */
function readAddress(search: string): MapAddress {
  const query = new URLSearchParams(search)
  const place = query.get('place') ?? ''
  return {
    wanted: readWanted(query),
    placeId: /^[1-9]\d{0,8}$/.test(place) ? Number(place) : undefined,
    isFull: query.get('view') === 'full',
  }
}

function addressOf({ wanted, placeId, isFull }: MapAddress) {
  const query = {
    ...queryOf(wanted, 'playground'),
    ...(placeId && { place: String(placeId) }),
    ...(isFull && { view: 'full' }),
  }
  return pathTo('playground-map', {}, Object.keys(query).length > 0 ? query : undefined)
}

const currentAddress = () => readAddress(location.search)

/** How many entries of this map are below the current one: the full window and the popup have one each. */
const depth = (): number => history.state?.depth ?? 0

/** Whether Back closes the popup; it does not close one that a link has opened. */
const isOfPopup = () => currentAddress().placeId && depth()

/** What was last searched for, whichever entry has it. */
let latest: Wanted | undefined

/** Changes the address of the current history entry, or adds one above it. */
function write(changes: Partial<MapAddress>, above = 0) {
  const state = { ...(!above && history.state), depth: depth() + above }
  const next = { ...currentAddress(), ...changes }
  latest = next.wanted
  history[above ? 'pushState' : 'replaceState'](state, '', addressOf(next))
}

/** The entry of a popup is replaced, and any other kept without popup. */
function writeAbove(changes: Partial<MapAddress>) {
  if (isOfPopup()) return write(changes)
  write({ placeId: undefined })
  write(changes, 1)
}

export function openInAddress(placeId: number, then: () => void) {
  replaceBelowSteps(() => {
    then()
    writeAbove({ placeId })
  })
}

export function lookFor(changes: Partial<Wanted>) {
  replaceBelowSteps(() => write({ wanted: { ...currentAddress().wanted, ...changes } }))
}

export function enterFull() {
  const { placeId } = currentAddress()
  writeAbove({ placeId: undefined, isFull: true })
  if (placeId) write({ placeId }, 1)
}

/** An open popup stays. */
export function leaveFull() {
  const left = { ...currentAddress(), isFull: false }
  replaceBelowSteps(() => write(left), depth() && 1)
}

/** The map's state in the address. Back closes the popup, and leaves the full window after that. */
export function useMapAddress() {
  const search = useSearch()
  const address = useMemo(() => readAddress(search), [search])
  // Going back takes a moment, in which the popup is closed already.
  const [closing, setClosing] = useState('')

  const last = useRef(depth())
  useEffect(() => {
    // What was searched for in another entry is kept.
    if (last.current !== depth() && latest) write({ wanted: latest })
    else latest = address.wanted
    last.current = depth()
    setClosing('')
  }, [address])

  return {
    ...address,
    placeId: closing === search ? undefined : address.placeId,
    closePlace() {
      if (!isOfPopup()) return write({ placeId: undefined })
      setClosing(search)
      history.back()
    },
  }
}
