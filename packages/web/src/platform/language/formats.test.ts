import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aheadIn, amountIn, dateNameIn, listIn, numberIn, zoneNameIn } from './formats.ts'

const monday = new Date('2026-11-23T12:00:00Z')

function said(language: string) {
  return [
    listIn(language, ['Sem', 'Noor', 'Daan']),
    numberIn(language, 1250),
    numberIn(language, 4.5, 1),
    amountIn(language, 24, 'hour'),
    aheadIn(language, 5, 'minute'),
    dateNameIn(language, 'weekday', monday),
    zoneNameIn(language, 'Africa/Abidjan', monday),
  ]
}

test.each([
  ['nl', ['Sem, Noor en Daan', '1.250', '4,5', '24 uur', 'over 5 minuten', 'maandag', 'GMT']],
  ['en', ['Sem, Noor and Daan', '1,250', '4.5', '24 hours', 'in 5 minutes', 'Monday', 'GMT']],
  ['', ['Sem, Noor en Daan', '1.250', '4,5', '24 uur', 'over 5 minuten', 'maandag', 'GMT']],
  ['xx-not-a-language', ['Sem, Noor en Daan', '1.250', '4,5', '24 uur', 'over 5 minuten', 'maandag', 'GMT']],
])('lists, numbers, times and days are written as in %j, or else as in Dutch', (language, words) => {
  expect(said(language)).toEqual(words)
})

describe('in a browser without Intl’s newer parts', () => {
  beforeEach(() => {
    for (const part of ['ListFormat', 'NumberFormat', 'RelativeTimeFormat', 'DateTimeFormat'] as const)
      vi.spyOn(Intl, part).mockImplementation(() => {
        throw new RangeError('no such part')
      })
  })
  afterEach(() => vi.restoreAllMocks())

  test('the date and time of a playdate are still written', () => {
    expect(said('nl')).toEqual(['Sem, Noor, Daan', '1250', '4.5', '24 h', '(5 min)', '', 'Africa/Abidjan'])
  })
})
