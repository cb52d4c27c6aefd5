import { expect, test } from 'vitest'
import sprite from '../svg/iconen.svg?raw'
import { iconNames } from './icon.tsx'

test('the sprite contains exactly the named icons', () => {
  const drawn = [...sprite.matchAll(/<symbol id="i-([^"]+)"/g)].map(([, name]) => name)
  expect(drawn.toSorted()).toEqual([...iconNames].toSorted())
})
