import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { show } from '../../testing/show.tsx'
import { Marketing } from './marketing.tsx'

beforeEach(() => showLanguage('en'))

test('the login page lists three reasons to join', () => {
  show(<Marketing />, '/auth')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Playdates in two taps'),
    expect.stringContaining('Playgrounds, and places with high chairs'),
    expect.stringContaining('Dads nearby'),
  ])
})
