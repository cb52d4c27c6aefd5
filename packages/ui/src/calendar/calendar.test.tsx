import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Calendar } from './calendar.tsx'

afterEach(cleanup)

const labels = { previousMonth: 'Vorige maand', nextMonth: 'Volgende maand', today: 'vandaag', marked: 'al iets' }

test('the week starts on Monday, past days are disabled, and a marked day is announced', async () => {
  const user = userEvent.setup()
  const choose = vi.fn()
  render(
    <Calendar
      value={undefined}
      onChange={choose}
      from={new Date(2026, 11, 4)}
      marked={[new Date(2026, 11, 11)]}
      locale="nl"
      labels={labels}
    />,
  )
  const grid = screen.getByRole('grid', { name: 'december 2026' })
  expect(within(grid).getAllByText(/^(ma|di|wo|do|vr|za|zo)$/)[0]?.textContent).toBe('ma')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'donderdag 3 december 2026' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'vrijdag 11 december 2026, al iets' }))
  expect(choose.mock.calls[0]?.[0]).toEqual(new Date(2026, 11, 11))
})
