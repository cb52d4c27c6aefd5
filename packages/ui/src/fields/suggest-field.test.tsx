import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SuggestField } from './suggest-field.tsx'

let seen: (string | null)[] = []
beforeEach(() => {
  seen = []
  // The test's DOM cannot scroll.
  Element.prototype.scrollIntoView = function () {
    seen.push(this.textContent)
  }
})
afterEach(cleanup)

const suggestions = [
  { id: 1, label: 'Het Woeste Westen' },
  { id: 2, label: 'Westerpark' },
]

type Props = { onPick: (suggestion: (typeof suggestions)[number]) => void }

function Form({ onPick }: Props) {
  const [value, setValue] = useState('')
  return (
    <SuggestField
      label="Where?"
      value={value}
      onChange={setValue}
      suggestions={value ? suggestions : []}
      onPick={({ id, label }) => onPick({ id, label })}
      listLabel="Places"
      announcement="2 places"
    />
  )
}

function show() {
  const onPick = vi.fn()
  render(<Form onPick={onPick} />)
  return { onPick, field: screen.getByRole('combobox', { name: 'Where?' }) }
}

test('typing shows suggestions, and the arrow keys and Enter choose one', async () => {
  const { onPick, field } = show()
  expect(screen.queryByRole('listbox')).toBeNull()
  await userEvent.type(field, 'west')
  expect(screen.getByRole('listbox', { name: 'Places' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('2 places')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(onPick).toHaveBeenCalledWith(suggestions[1])
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('the suggestion reached by the arrow keys scrolls into view', async () => {
  const { field } = show()
  await userEvent.type(field, 'west')
  expect(seen).toEqual([])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(seen).toEqual(['Het Woeste Westen', 'Westerpark'])
})

test('Escape closes the suggestions and keeps the text, and Enter then submits the form', async () => {
  const { onPick, field } = show()
  await userEvent.type(field, 'west{ArrowDown}{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  await userEvent.keyboard('{Enter}')
  expect(onPick).not.toHaveBeenCalled()
  expect(field).toHaveProperty('value', 'west')
})

test('a click chooses a suggestion', async () => {
  const { onPick, field } = show()
  await userEvent.type(field, 'w')
  await userEvent.click(screen.getByRole('option', { name: 'Het Woeste Westen' }))
  expect(onPick).toHaveBeenCalledWith(suggestions[0])
})
