import { expect, test } from 'vitest'
import { aboutIn, isLocated, ratingIn, roundPosition } from './measures.ts'

test('a rating has one decimal', () => {
  expect([4, 4.25, 4.96].map(rating => ratingIn('nl', rating))).toEqual(['4,0', '4,3', '5,0'])
  expect(['en', 'de', 'fr', 'es'].map(language => ratingIn(language, 4.5))).toEqual(['4.5', '4,5', '4,5', '4,5'])
})

test('an estimate has two digits that mean something', () => {
  expect([0, 96, 4816, 25_344].map(estimate => aboutIn('nl', estimate))).toEqual(['0', '96', '4.800', '25.000'])
})

test('a position is sent with three decimals', () => {
  expect(roundPosition({ latitude: 52.367_61, longitude: 4.904_49 })).toEqual({ latitude: 52.368, longitude: 4.904 })
})

test('a position of 0 and 0 means that there is none, but the equator is a position', () => {
  expect(isLocated({ latitude: 0, longitude: 0 })).toBe(false)
  expect(isLocated({ latitude: 0, longitude: 9.4 })).toBe(true)
})
