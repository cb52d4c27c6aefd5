import type { Map as LeafletMap } from 'leaflet'
import { afterEach, expect, test } from 'vitest'
import { createMap } from '../create-map.ts'
import { addSign, createPinLayer } from './pin-layer.ts'

const at = { latitude: 52.3676, longitude: 4.9041 }
let map: LeafletMap | undefined

afterEach(() => map?.remove())

/** The map and its size in pixels. */
function open() {
  const element = document.createElement('div')
  document.body.append(element)
  map = createMap(element, at)
  const sizeOf = (selector: string) => {
    const image = element.querySelector<HTMLImageElement>(selector)
    return image && [image.width, image.height]
  }
  return { map, sizeOf }
}

test('a playground’s pin is 25 by 41, and the user’s position is a marker of 30 by 30', () => {
  const { map, sizeOf } = open()
  createPinLayer(map).show([{ key: '7', name: 'Het Woeste Westen', ...at, onPress: () => {} }])
  addSign(map, at, 'own', 'Your Location')
  addSign(map, at, 'new', 'New playground')
  expect(sizeOf('.map-pin img')).toEqual([25, 41])
  expect(sizeOf('.map-sign-own img')).toEqual([30, 30])
  expect(sizeOf('.map-sign-new img')).toEqual([25, 41])
})

test('the map opens around Amsterdam at zoom 13', () => {
  const { map } = open()
  expect(map.getZoom()).toBe(13)
  expect(map.getCenter()).toMatchObject({ lat: 52.3676, lng: 4.9041 })
})
