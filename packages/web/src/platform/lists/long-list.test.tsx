import { render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { useEqualItems } from './equal-items.ts'
import { LongList } from './long-list.tsx'

type Item = { id: number; name: string }
const item = (id: number, name = `item ${id}`): Item => ({ id, name })

const drawn: number[] = []
function Row({ of }: { of: Item }) {
  const times = useRef(0)
  times.current += 1
  drawn.push(of.id)
  return <span>{of.name}</span>
}
function List({ items }: { items: readonly Item[] | undefined }) {
  const equal = useEqualItems(items)
  if (!equal) return <p>none</p>
  return (
    <LongList items={equal} className="" label="Things">
      {one => <Row of={one} />}
    </LongList>
  )
}
const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('a long list has all its entries in order, and follows what is added, removed and changed', () => {
  const { rerender } = render(<List items={undefined} />)
  expect(screen.getByText('none')).toBeDefined()
  rerender(<List items={[1, 2, 3, 4, 5].map(id => item(id))} />)
  expect(screen.getByRole('list', { name: 'Things' })).toBeDefined()
  expect(names()).toEqual(['item 1', 'item 2', 'item 3', 'item 4', 'item 5'])
  const third = screen.getByText('item 3')
  rerender(<List items={[item(9), item(1), item(2, 'anew'), item(3), item(5)]} />)
  expect(names()).toEqual(['item 9', 'item 1', 'anew', 'item 3', 'item 5'])
  expect(screen.getByText('item 3')).toBe(third)
  rerender(<List items={[]} />)
  expect(screen.queryAllByRole('listitem')).toEqual([])
})
