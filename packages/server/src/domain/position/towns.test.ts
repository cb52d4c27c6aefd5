import { expect, test } from 'vitest'
import { townNamed } from './towns.ts'

test.each(['Utrecht', ' utrecht ', 'Utrecht, Oost', 'UTRECHT (Lombok)'])('%s is Utrecht', name => {
  expect(townNamed(name)).toEqual({ latitude: 52.091, longitude: 5.122 })
})

test.each(['Den Haag', "'s-Hertogenbosch", '’s-Hertogenbosch', 'Den Bosch', 'Almere', 'Antwerpen'])(
  '%s is known',
  name => {
    expect(townNamed(name)).toBeDefined()
  },
)

test.each(['', 'ergens', '# Places', '52.091'])('%s is not a town', name => {
  expect(townNamed(name)).toBeUndefined()
})
