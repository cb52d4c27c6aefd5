import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useCreationKey } from './creation-key.ts'

test('repeating the same content keeps its key, and other content or another file gets another', () => {
  const keyOf = renderHook(() => useCreationKey()).result.current
  const [one, other] = [new File(['a'], 'a.png'), new File(['b'], 'b.png')]
  const first = keyOf({ title: 'Hutten' })
  expect(keyOf({ title: 'Hutten' })).toBe(first)
  const changed = keyOf({ title: 'Kastelen' })
  expect(changed).not.toBe(first)
  const withFile = keyOf({ title: 'Kastelen', file: one })
  expect(keyOf({ title: 'Kastelen', file: one })).toBe(withFile)
  expect(keyOf({ title: 'Kastelen', file: other })).not.toBe(withFile)
  expect(keyOf({ title: 'Hutten' }), 'what was sent before is another creation').not.toBe(first)
})
