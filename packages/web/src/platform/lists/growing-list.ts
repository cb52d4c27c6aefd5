import { replaceEqualDeep } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

type Item = { id: number }
type Read<I extends Item> = { data: readonly I[] | undefined; error: unknown; refetch: () => unknown }
type Found<I extends Item> = {
  kind: string
  search: string
  count: number
  reply: readonly I[]
  items: readonly I[]
  hasMore: boolean
}

/** How many items of a list to show: more on request, and the initial number again for another search. */
export function useWanted(search: string, first: number) {
  return useCount(search, first, first, () => {})
}

/** The same for a screen's list: Back restores as many as he left, and with them his scroll position. */
export function useKeptWanted(search: string, first: number) {
  return useCount(search, first, Math.max(first, keptIn(history.state)), shown =>
    history.replaceState({ ...history.state, shown }, ''),
  )
}

function useCount(search: string, first: number, initial: number, keep: (count: number) => void) {
  const [wanted, setWanted] = useState({ search, count: initial })
  return {
    search,
    count: wanted.search === search ? wanted.count : first,
    setCount(count: number) {
      keep(count)
      setWanted({ search, count })
    },
  }
}

function keptIn(state: unknown) {
  const kept = typeof state === 'object' && state !== null && 'shown' in state ? state.shown : 0
  return typeof kept === 'number' ? kept : 0
}

type Options = {
  /** The read requests one item more than this, which shows whether there are more. */
  wanted: ReturnType<typeof useWanted>
  /** The count after the next request for more. */
  next: number
  most: number
  /** Results of a search stay visible while another search of the same kind loads. */
  kind: string
}

/**
 * The results of a list that grows by being read again. What he sees stays while more loads, or if that fails; equal
 * items remain the same objects, so that only new cards are rendered.
 */
export function useGrowing<I extends Item>(read: Read<I>, { wanted, next, most, kind }: Options) {
  const { search, count } = wanted
  const [before, setBefore] = useState<Found<I>>()
  let found = before?.kind === kind ? before : undefined
  if (read.data && (found?.reply !== read.data || found.count !== count || found.search !== search)) {
    const items = keepEqual(before?.items, read.data.slice(0, count))
    found = { kind, search, count, reply: read.data, items, hasMore: read.data.length > count && count < most }
    setBefore(found)
  }
  const isOfSearch = found?.search === search
  const isWaiting = read.data === undefined && read.error === null
  const hasFailed = read.data === undefined && read.error !== null
  return {
    /** Undefined before the first reply, and if the search fails. */
    items: hasFailed && !isOfSearch ? undefined : found?.items,
    hasMore: found?.hasMore ?? false,
    /** The results are not yet those of this request. */
    isBehind: found !== undefined && isWaiting,
    hasFailed: hasFailed && !isOfSearch,
    /** More could not be loaded. */
    hasStopped: hasFailed && isOfSearch,
    more: () => (hasFailed ? void read.refetch() : wanted.setCount(Math.min(next, most))),
  }
}

/** Equal items remain the same objects wherever they move, so that only what differs is rendered again. */
export function keepEqual<I extends Item>(before: readonly I[] = [], items: readonly I[]): readonly I[] {
  const known = new Map(before.map(item => [item.id, item]))
  return items.map(item => replaceEqualDeep(known.get(item.id), item))
}

/** Focuses the first new item of a list that has grown on request, unless the focus has moved on. */
export function useFocusOnNew<List extends HTMLElement = HTMLDivElement>(count: number, more: () => void) {
  const list = useRef<List>(null)
  const asked = useRef<{ at: number; by: Element | null }>(undefined)
  useEffect(() => {
    if (!asked.current || count <= asked.current.at) return
    const { at, by } = asked.current
    asked.current = undefined
    const { activeElement } = document
    if (activeElement !== by && activeElement !== document.body) return
    const item = list.current?.querySelectorAll(':scope > li, section li, :scope > div > ul > li, [role=listitem]')[at]
    const target = item?.querySelector('a') ?? item?.querySelector('button')
    target?.focus({ preventScroll: true })
  }, [count])
  const showMore = () => {
    asked.current = { at: count, by: document.activeElement }
    more()
  }
  return { list, showMore }
}
