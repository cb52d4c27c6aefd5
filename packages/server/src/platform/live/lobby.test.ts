import { expect, test } from 'vitest'
import { createLobby } from './lobby.ts'

function lobby() {
  const { enter } = createLobby()
  const left: string[] = []
  return {
    left,
    /** Lets connections in, named by address and number. */
    enter: (address: string, times: number, isLocal = false) =>
      Array.from({ length: times }, (_, at) => {
        const network = address.includes(':') ? address.split(':').slice(0, 3).join(':') : address
        return enter({ address, network, isLocal }, () => left.push(`${address} ${at}`))
      }),
  }
}

test('when an address has twenty waiting connections, the oldest makes room for a newcomer', () => {
  const { enter, left } = lobby()
  enter('192.0.2.7', 20)
  enter('192.0.2.8', 1)
  expect(left).toEqual([])
  enter('192.0.2.7', 2)
  expect(left).toEqual(['192.0.2.7 0', '192.0.2.7 1'])
})

test('a connection that has logged in or gone takes up no place', () => {
  const { enter, left } = lobby()
  const [first, second] = enter('192.0.2.7', 20)
  first?.()
  second?.()
  second?.()
  enter('192.0.2.7', 2)
  expect(left).toEqual([])
  enter('192.0.2.7', 1)
  expect(left).toEqual(['192.0.2.7 2'])
})

test('the operator’s own machine can fill the whole lobby, and then makes room for others and for itself', () => {
  const { enter, left } = lobby()
  enter('127.0.0.1', 1000, true)
  expect(left).toEqual([])
  enter('192.0.2.7', 1)
  enter('127.0.0.1', 1, true)
  expect(left).toEqual(['127.0.0.1 0', '127.0.0.1 1'])
})

test('when many addresses wait to connect, the oldest of all makes room', () => {
  const { enter, left } = lobby()
  for (let n = 0; n < 50; n += 1) enter(`198.51.100.${n}`, 20)
  enter('192.0.2.7', 1)
  expect(left).toEqual(['198.51.100.0 0'])
})

test('an IPv6 network gets two hundred places, however many addresses it has', () => {
  const { enter, left } = lobby()
  for (let n = 0; n < 200; n += 1) enter(`2001:db8:1:${n}`, 1)
  enter('2001:db8:2:1', 1)
  expect(left).toEqual([])
  enter('2001:db8:1:200', 1)
  expect(left).toEqual(['2001:db8:1:0 0'])
})
