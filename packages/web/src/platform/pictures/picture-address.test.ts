import { externalPicture } from '@papadag/contract/pictures/pictures'
import { address } from '@papadag/contract/route'
import { expect, test } from 'vitest'
import { pictureAddress } from './picture-address.ts'

test.each([
  ['/uploads/0123456789abcdef0123456789abcdef.webp', '/uploads/0123456789abcdef0123456789abcdef.webp'],
  [
    'https://pictures.example/daan.jpg?a=1&b=2#c',
    '/api/pictures?url=https%3A%2F%2Fpictures.example%2Fdaan.jpg%3Fa%3D1%26b%3D2%23c',
  ],
  ['http://pictures.example/daan.jpg', null],
  ['javascript:alert(1)', null],
  ['', null],
  [null, null],
  [undefined, null],
])('a picture at %s is loaded from %s', (picture, shown) => {
  expect(pictureAddress(picture)).toBe(shown)
})

test('an external picture is loaded by its call in the contract', () => {
  const url = 'https://pictures.example/daan.jpg?a=1&b=2#c'
  expect(pictureAddress(url)).toBe(address(externalPicture, { query: { url } }))
})
