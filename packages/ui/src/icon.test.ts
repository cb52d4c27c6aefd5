import { expect, test } from 'vitest'
import { iconNames } from './icon.tsx'
import sprite from './svg/iconen.svg?raw'

test('the sprite contains exactly the named icons', () => {
  const drawn = [...sprite.matchAll(/<symbol id="i-([^"]+)"/g)].map(([, name]) => name)
  expect(drawn.toSorted()).toEqual([...iconNames].toSorted())
})
