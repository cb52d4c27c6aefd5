import { makeInvite } from '@papadag/contract/invites'
import { pagePaths } from '@papadag/contract/pages'
import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { methodAndPath } from '@papadag/contract/route'
import { expect, test } from 'vitest'
import { serverPageRoutes } from '../../../testing/examples.ts'
import { aPlaydate, world } from '../../../testing/world.ts'

test('an invitation opens with a slash at the end and in other letter cases, and its token keeps its case', async () => {
  const { host, origin } = await world()
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ title: 'Hutten bouwen' }) })
  const { token } = await host.call(makeInvite, { params: { id }, body: { showName: true } })
  for (const path of [
    `/i/${token}`,
    `/i/${token}/`,
    `/I/${token}`,
    `/I/${token}///`,
    `/i/${token}/?utm_source=whatsapp`,
  ]) {
    const response = await fetch(origin + path)
    expect([path, response.status, new URL(response.url).pathname]).toEqual([path, 200, `/i/${token}`])
  }
  expect((await fetch(`${origin}/i/${token.toLowerCase()}x/`)).status).toBe(404)
})

const pages = [...serverPageRoutes.map(({ at }) => methodAndPath(at).path), ...Object.values(pagePaths)]
  .map(path => path.replace('/:id?', '').replace(/:\w+/g, '1'))
  .filter(path => path !== '/')

test('every page has one address, and the same address with a final slash or in another case leads there', async () => {
  const { origin } = await world()
  for (const path of pages) {
    const [, first = '', ...rest] = path.split('/')
    const other = `/${[first.toUpperCase(), ...rest].join('/')}`
    for (const written of [`${path}/`, `${path}//`, other, `${other}/`]) {
      const { status, headers } = await fetch(`${origin}${written}?a=1`, { redirect: 'manual' })
      expect([written, status, headers.get('location')]).toEqual([written, 308, `${path}?a=1`])
    }
  }
})

test('an address that is no page’s is not redirected', async () => {
  const { origin } = await world()
  for (const path of [
    '//evil.example/',
    '/evil.example/',
    '//i/token/',
    '/api/user/',
    '/assets/a.js/',
    '/nothing/',
    '/',
  ])
    expect((await fetch(`${origin}${path}`, { redirect: 'manual' })).headers.get('location'), path).toBeNull()
})
