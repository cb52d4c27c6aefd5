import { expect, test } from 'vitest'
import { iconNames } from './icon.tsx'
import sprite from './svg/iconen.svg?raw'

test('every icon that has a name is drawn in the sprite, and the other way round', () => {
  const drawn = [...sprite.matchAll(/<symbol id="i-([^"]+)"/g)].map(([, name]) => name)
  expect(drawn.toSorted()).toEqual([...iconNames].toSorted())
})
