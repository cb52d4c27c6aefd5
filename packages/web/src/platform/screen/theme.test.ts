import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { chooseTheme, useIsDark } from './theme.ts'

const meta = (scheme: string) =>
  Object.assign(document.createElement('meta'), {
    name: 'theme-color',
    media: `(prefers-color-scheme: ${scheme})`,
    content: '',
  })
const [light, dark] = [meta('light'), meta('dark')]
document.head.append(light, dark)
const colours = () => [light.content, dark.content]

afterEach(() => chooseTheme('system'))

test('a chosen theme is stored and shown, whatever the device says', () => {
  chooseTheme('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(colours()).toEqual(['#0A1D1A', '#0A1D1A'])
})

test('following the device stores nothing', () => {
  chooseTheme('light')
  chooseTheme('system')
  expect(localStorage.getItem('theme')).toBeNull()
  expect(document.documentElement.dataset.theme).toBeUndefined()
  expect(colours()).toEqual(['#FFF8E8', '#0A1D1A'])
})

test('drawings that depend on the theme follow the choice at once', () => {
  const { result } = renderHook(useIsDark)
  expect(result.current).toBe(false)
  act(() => chooseTheme('dark'))
  expect(result.current).toBe(true)
})
