import { act, render, renderHook, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { keepEqual, useFocusOnNew, useGrowing, useKeptWanted, useWanted } from './growing-list.ts'

beforeEach(() => history.replaceState(null, ''))

const items = (...ids: number[]) => ids.map(id => ({ id, name: `${id}` }))
type Item = ReturnType<typeof items>[number]

function grow() {
  const refetch = vi.fn()
  const waits = { data: undefined as readonly Item[] | undefined, error: null as unknown, refetch }
  const list = renderHook(
    ({ read, search, kind }) => {
      const wanted = useWanted(search, 2)
      return { ...useGrowing(read, { wanted, next: wanted.count + 2, most: 5, kind }), count: wanted.count }
    },
    { initialProps: { read: waits, search: 'a', kind: 'words' } },
  )
  const shown = () => list.result.current.items?.map(({ id }) => id)
  return { ...list, waits, refetch, shown, now: () => list.result.current }
}

test('one extra item shows that there are more, up to the maximum', () => {
  const { rerender, waits, shown, now } = grow()
  const tell = (...ids: number[]) => rerender({ read: { ...waits, data: items(...ids) }, search: 'a', kind: 'words' })
  expect(now()).toMatchObject({ items: undefined, hasMore: false, isBehind: false, hasFailed: false })
  tell(1, 2)
  expect([shown(), now().hasMore, now().isBehind]).toEqual([[1, 2], false, false])
  tell(1, 2, 3)
  expect([shown(), now().hasMore]).toEqual([[1, 2], true])
  act(() => now().more())
  expect(now().count).toBe(4)
  tell(1, 2, 3, 4, 5)
  expect([shown(), now().hasMore]).toEqual([[1, 2, 3, 4], true])
  act(() => now().more())
  tell(1, 2, 3, 4, 5, 6)
  expect([now().count, shown(), now().hasMore]).toEqual([5, [1, 2, 3, 4, 5], false])
})

test('the list stays while more loads or fails, and another kind of search begins empty', () => {
  const { rerender, waits, refetch, shown, now } = grow()
  rerender({ read: { ...waits, data: items(1, 2, 3) }, search: 'a', kind: 'words' })
  rerender({ read: waits, search: 'a', kind: 'words' })
  expect([shown(), now().isBehind, now().hasStopped, now().hasFailed]).toEqual([[1, 2], true, false, false])
  rerender({ read: { ...waits, error: new Error('off') }, search: 'a', kind: 'words' })
  expect([shown(), now().isBehind, now().hasStopped, now().hasFailed]).toEqual([[1, 2], false, true, false])
  act(() => now().more())
  expect(refetch).toHaveBeenCalledOnce()
  rerender({ read: waits, search: 'b', kind: 'words' })
  expect([shown(), now().count, now().isBehind]).toEqual([[1, 2], 2, true])
  rerender({ read: { ...waits, error: new Error('off') }, search: 'b', kind: 'words' })
  expect([shown(), now().hasFailed, now().hasStopped]).toEqual([undefined, true, false])
  rerender({ read: waits, search: 'b', kind: 'others' })
  expect([shown(), now().isBehind]).toEqual([undefined, false])
})

test('equal items stay the same objects wherever they move', () => {
  const before = items(1, 2)
  const after = keepEqual(before, [{ id: 2, name: '2' }, { id: 1, name: 'anders' }, ...items(3)])
  expect(after[0]).toBe(before[1])
  expect(after[1]).toEqual({ id: 1, name: 'anders' })
  expect(after).toHaveLength(3)
})

test.each([
  [{ shown: 30 }, 30],
  [{ shown: 5 }, 10],
  [{ shown: '30' }, 10],
  [{}, 10],
  [null, 10],
])('a list returned to by Back with %o shows %i items', (state, count) => {
  history.replaceState(state, '')
  const { result } = renderHook(() => useKeptWanted('a', 10))
  expect(result.current.count).toBe(count)
  act(() => result.current.setCount(40))
  expect(history.state).toEqual({ ...state, shown: 40 })
})

function List({ count, onMore }: { count: number; onMore: () => void }) {
  const { list, showMore } = useFocusOnNew<HTMLUListElement>(count, onMore)
  return (
    <div>
      <ul ref={list}>
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items have nothing else.
          <li key={at}>
            <button type="button">item {at}</button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={showMore}>
        more
      </button>
      <input aria-label="elsewhere" />
    </div>
  )
}

function focused() {
  const { activeElement } = document
  if (activeElement === document.body) return 'nothing'
  return activeElement?.textContent || activeElement?.getAttribute('aria-label')
}

test('the first new item is focused, unless the focus has moved on or nothing was requested', () => {
  const { rerender } = render(<List count={2} onMore={() => {}} />)
  rerender(<List count={3} onMore={() => {}} />)
  expect(focused(), 'he has not asked').toBe('nothing')
  const more = screen.getByRole('button', { name: 'more' })
  more.focus()
  act(() => more.click())
  rerender(<List count={3} onMore={() => {}} />)
  expect(focused(), 'nothing new yet').toBe('more')
  rerender(<List count={5} onMore={() => {}} />)
  expect(focused()).toBe('item 3')
  more.focus()
  act(() => more.click())
  screen.getByLabelText('elsewhere').focus()
  rerender(<List count={7} onMore={() => {}} />)
  expect(focused()).toBe('elsewhere')
})
