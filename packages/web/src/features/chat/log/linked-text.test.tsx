import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LinkedText, partsOf } from './linked-text.tsx'

afterEach(cleanup)

test('a link ends before the punctuation that ends its sentence', () => {
  expect(partsOf('Zie https://example.org/a?b=1. En (http://example.org/c)!')).toEqual([
    'Zie ',
    'https://example.org/a?b=1',
    '. En (',
    'http://example.org/c',
    ')!',
  ])
  expect(partsOf('geen javascript:alert(1) en www.example.org')).toEqual([
    'geen javascript:alert(1) en www.example.org',
  ])
})

test('a link opens in a new tab without a referrer', () => {
  render(<LinkedText>kijk: https://example.org</LinkedText>)
  const link = screen.getByRole('link', { name: 'https://example.org' })
  expect(link.getAttribute('rel')).toContain('noreferrer')
  expect(link.getAttribute('target')).toBe('_blank')
})
