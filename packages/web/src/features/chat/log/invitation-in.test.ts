import { expect, test } from 'vitest'
import { invitationIn } from './invitation-in.ts'

const token = 'AbC_-0123456789abcdefg'
const link = `${location.origin}/i/${token}`

test('a message with a link to an invitation to a playdate yields its token, and the words around it', () => {
  expect(invitationIn(`Kom je ook? ${link}`)).toEqual({ to: { token }, words: 'Kom je ook?' })
  expect(invitationIn(`${link}.`)).toEqual({ to: { token }, words: '.' })
  expect(invitationIn(`Kijk (${link}), leuk!`)).toEqual({ to: { token }, words: 'Kijk (), leuk!' })
  expect(invitationIn(`https://x.example ${link} ${link}`)).toEqual({
    to: { token },
    words: `https://x.example  ${link}`,
  })
})

test('a message with a playdate’s address yields the playdate’s number', () => {
  const address = `${location.origin}/playdates?open=12`
  expect(invitationIn(`Deze? ${address}`)).toEqual({ to: { playdateId: 12 }, words: 'Deze?' })
  expect(invitationIn(`${address} ${link}`)).toEqual({ to: { playdateId: 12 }, words: link })
  for (const other of [
    '/playdates',
    '/playdates?open=0',
    '/playdates?open=x',
    '/playdates?open=1234567890',
    '/places?open=12',
  ])
    expect(invitationIn(`${location.origin}${other}`)).toBeUndefined()
})

test.each([
  ['no link', 'Kom je ook?'],
  ['a link without an address', `/i/${token}`],
  ['another Papadag', `https://elsewhere.example/i/${token}`],
  ['another address that only begins like it', `${link}/more`],
  ['a token that is too short', `${location.origin}/i/${token.slice(1)}`],
  ['a token that is too long', `${link}x`],
])('a message with %s is not an invitation', (_, content) => {
  expect(invitationIn(content)).toBeUndefined()
})
