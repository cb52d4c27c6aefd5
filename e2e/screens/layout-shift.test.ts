import { logIn } from '@papadag/contract/auth'
import { chats } from '@papadag/contract/chat'
import { places } from '@papadag/contract/places/places'
import { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { users } from '@papadag/contract/users/users'
import type { Page } from '@playwright/test'
import { Client } from '../../packages/server/src/testing/client.ts'
import { demoFather, type Father } from '../../tools/father.ts'
import type { Product } from '../../tools/product.ts'
import { mostShift, shiftsOf, watchShifts } from '../support/shifts.ts'
import { expect, test } from '../support/test.ts'

// Nothing moves by itself on any screen, however late answers arrive.

const lateMs = 120
/** The list behind a sheet comes after what the sheet itself reads. */
const lateMsOf = (url: string) => (url.includes('/playdates/upcoming?') ? 4 * lateMs : lateMs)
const sizes = {
  'a phone': { viewport: { width: 390, height: 844 }, language: 'nl' },
  'a desktop': { viewport: { width: 1280, height: 800 }, language: 'nl' },
  'a small phone in German': { viewport: { width: 320, height: 640 }, language: 'de' },
}

for (const [name, { viewport, language }] of Object.entries(sizes)) {
  test(`nothing moves by itself on ${name}, on any screen or on the way to signing in`, { tag: '@nightly' }, async ({
    product,
    anotherBrowser,
  }) => {
    const daan = await demo(product)
    const storageState = {
      cookies: [],
      origins: [{ origin: product.url, localStorage: [{ name: 'language', value: language }] }],
    }
    const member = await anotherBrowser({ as: daan, viewport, storageState })
    const visitor = await anotherBrowser({ viewport, storageState })
    const moved: Record<string, number | string[]> = {}
    for (const page of [member, visitor]) {
      await answerLate(page)
      await watchShifts(page)
    }

    const paths = await pathsOf(daan)
    for (const path of paths) {
      await member.goto(path)
      await note(`${path}, loaded`, member)
    }
    for (const path of [...paths, '/']) {
      // As a link does; a click would excuse shifts in the half second after it.
      await member.evaluate(to => {
        Object.assign(globalThis, { shifts: [] })
        history.pushState(null, '', to)
      }, path)
      await note(`${path}, from the screen before`, member)
    }
    for (const path of ['/auth', '/auth?tab=register', '/playdates', '/', '/simple-test', '/not-there']) {
      await visitor.goto(path)
      await note(`${path}, not signed in`, visitor)
    }
    expect(moved).toEqual({})

    async function note(what: string, page: Page) {
      const shifts = await shiftsOf(page)
      if (shifts.reduce((sum, { value }) => sum + value, 0) > mostShift)
        moved[what] = shifts.map(({ value, of }) => `${value.toFixed(4)} ${of}`)
    }
  })
}

async function demo(product: Product): Promise<Father> {
  const { username, password } = await demoFather(product)
  const client = new Client(product.url)
  return { user: await client.call(logIn, { body: { username, password } }), password, client }
}

/** Every screen, with the overlays that have an address. */
async function pathsOf({ client, user }: Father): Promise<string[]> {
  const [upcoming, found, fathers, conversations] = await Promise.all([
    client.call(upcomingPlaydates, {}),
    client.call(places, {}),
    client.call(users, {}),
    client.call(chats),
  ])
  const [playdate] = upcoming
  const own = upcoming.find(({ myStatus }) => myStatus === 'creator')
  const other = fathers.find(({ id }) => id !== user.id)
  return [
    '/',
    '/playdates',
    `/playdates?open=${playdate?.id}`,
    '/playdates?tab=past',
    '/playdates?km=10&day=weekend',
    '/places',
    '/places?type=restaurant',
    `/places?open=${found[0]?.id}`,
    '/playground-map',
    '/chat',
    `/chat/${conversations[0]?.id}`,
    '/discover',
    '/users',
    `/users/${other?.id}`,
    '/profile',
    '/profile?tab=settings',
    '/profile?tab=settings&section=days',
    '/profile?tab=settings&section=notifications',
    '/profile?tab=settings&section=privacy',
    '/profile?tab=settings&section=account',
    '/profile?mode=edit',
    '/notifications',
    '/create',
    `/edit-playdate/${own?.id}`,
    '/test-create',
    '/simple-test',
    '/not-there',
  ]
}

const answerLate = (page: Page) =>
  page.route('**/api/**', async route => {
    await new Promise(resolve => setTimeout(resolve, lateMsOf(route.request().url())))
    await route.continue().catch(() => {})
  })
