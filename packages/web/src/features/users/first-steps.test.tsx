import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../platform/language.ts'
import { show } from '../../testing/show.tsx'
import { FirstSteps } from './first-steps.tsx'

beforeEach(() => showLanguage('en'))

const open = (at: 'children' | 'home') => show(<FirstSteps at={at} locate={async () => undefined} />, '/')
const field = (name: string) =>
  screen.getByRole<HTMLInputElement>(/year/i.test(name) ? 'combobox' : 'textbox', { name })

test('an answer to a first question survives a reload until it is sent or skipped', async () => {
  open('home')
  await userEvent.clear(field('Or the name of your town'))
  await userEvent.type(field('Or the name of your town'), 'Diemen')
  cleanup()
  open('home')
  expect(field('Or the name of your town').value).toBe('Diemen')
  await userEvent.click(screen.getByRole('button', { name: 'Skip' }))
  cleanup()
  open('home')
  expect(field('Or the name of your town').value).not.toBe('Diemen')
  cleanup()

  open('children')
  await userEvent.selectOptions(field('Year'), '2024')
  cleanup()
  open('children')
  expect(field('Year').value).toBe('2024')
})
