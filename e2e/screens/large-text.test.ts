import { sendMessage, startChat, threadOf } from '@papadag/contract/chat'
import { addPlayground } from '@papadag/contract/places/places'
import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import { createPoll } from '@papadag/contract/playdates/polls'
import type { Page } from '@playwright/test'
import { type Father, newFather, newPlaydate } from '../../tools/father.ts'
import { resize } from '../../tools/screens.ts'
import { screensOfMember, screensOfVisitor } from '../support/every-screen.ts'
import { contentsOf } from '../support/screen-contents.ts'
import { expect, test } from '../support/test.ts'

/** Controls that somebody who sees cannot reach: off the page, or under something else once scrolled to. */
function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wrong: string[] = []
    const top = document.querySelector('dialog:modal') ?? document
    for (const control of top.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('.sr-only, .leaflet-container'))
        continue
      const { left, right, width, height } = control.getBoundingClientRect()
      if (width <= 1 || height <= 1) continue
      const scrolls = control.parentElement?.closest('[class*="overflow-x-auto"]')
      if (!scrolls && (left < -1 || right > innerWidth + 1))
        wrong.push(`${control.outerHTML.slice(0, 90)} ${control.textContent}: ${Math.round(left)}–${Math.round(right)}`)
    }
    return wrong
  })
}

const sizes = [
  { percent: 200, width: 390 },
  { percent: 150, width: 320 },
  { percent: 200, width: 320 },
]

const setText = (page: Page, percent: number) =>
  page.evaluate(size => {
    document.documentElement.style.fontSize = `${size}%`
  }, percent)

/** What is wrong on this screen at these sizes, once nothing moves on it any more. */
async function wrongAt(page: Page, path: string, { percent, width }: (typeof sizes)[number]): Promise<string[]> {
  await resize(page, { width, height: 844 })
  await setText(page, percent)
  let wrong: string[] = []
  await expect(async () => {
    wrong = [...(await contentsOf(page)).overflowing, ...(await unreachable(page))]
    expect(wrong).toEqual([])
  })
    .toPass({ timeout: 5_000 })
    .catch(() => {})
  return wrong.map(what => `${path} at ${percent} % and ${width} px: ${what}`)
}

/** Screens that need more than an address, with steps that depend on no language. */
async function overlays(father: Father, host: Father): Promise<Record<string, (page: Page) => Promise<unknown>>> {
  const place = await host.client.call(addPlayground, {
    body: { name: 'Natuurspeeltuin De Zandkuil', latitude: 52.09, longitude: 5.12, features: ['restrooms', 'sandbox'] },
  })
  const theirs = await newPlaydate(host, { placeId: place.id })
  await father.client.call(joinPlaydate, { params: { id: theirs.id }, body: {} })
  const thread = await host.client.call(threadOf, { params: { id: theirs.id } })
  const content = 'Neem je de speelgoedvrachtwagen mee? Dan breng ik de kinderboerderijkoeken.'
  await host.client.call(sendMessage, { params: { id: thread.id }, body: { content } })
  const { id: chatId } = await host.client.call(startChat, { body: { participants: [father.user.id] } })
  await host.client.call(sendMessage, { params: { id: chatId }, body: { content } })
  const dayMs = 86_400_000
  const times = [2, 3].map(days => ({
    startTime: new Date(Date.now() + days * dayMs).toISOString(),
    endTime: new Date(Date.now() + days * dayMs + dayMs / 24).toISOString(),
  }))
  const about = { title: 'Boomhutten bouwen', location: 'Amelisweerd', maxParticipants: 5, times }
  const asked = await host.client.call(createPoll, { body: { ...about, fathers: [father.user.id] } })
  const own = await father.client.call(createPoll, { body: { ...about, fathers: [host.user.id] } })
  const visit = (path: string) => (page: Page) => page.goto(path)
  return {
    'the sheet of a place': visit(`/places?open=${place.id}`),
    'the thread of a playdate': visit(`/chat/${thread.id}`),
    'a chat of two': visit(`/chat/${chatId}`),
    'another father': visit(`/users/${host.user.id}`),
    'a poll that asks him': visit(`/polls/${asked.id}`),
    'his own poll': visit(`/polls/${own.id}`),
    async 'the form with several days'(page) {
      await page.goto('/create?how=ask')
      await expect(page.locator('form fieldset').getByRole('textbox').first()).toBeAttached()
    },
    async 'the report of a father'(page) {
      await page.goto(`/users/${host.user.id}`)
      await page.getByRole('main').locator('button:has([href="#i-more"])').first().click()
      await page.getByRole('menuitem').first().click()
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
    },
  }
}

// German has the longest words.
const speaking = (product: { url: string }) => ({
  cookies: [],
  origins: [{ origin: product.url, localStorage: [{ name: 'language', value: 'de' }] }],
})

test('with text at up to 200 % on a phone, nothing on any screen is cut off or out of reach in German', async ({
  anotherBrowser,
  father,
  product,
}) => {
  const { id } = await newPlaydate(father)
  // His initials are the widest.
  await newFather(product.url, 'Willem')
  await father.client.call(addPlayground, { body: { name: 'De Zandkuil', latitude: 52.09, longitude: 5.12 } })
  const page = await anotherBrowser({ as: father, storageState: speaking(product) })
  const visitor = await anotherBrowser({ storageState: speaking(product) })
  const wrong: string[] = []
  const all = [
    ...screensOfMember(id).map(path => ({ path, reader: page })),
    ...screensOfVisitor.map(path => ({ path, reader: visitor })),
  ]
  for (const { path, reader } of all) {
    await reader.goto(path)
    await expect(reader.getByRole('heading', { level: 1 }).or(reader.getByRole('dialog')).first()).toBeVisible()
    for (const size of sizes) wrong.push(...(await wrongAt(reader, path, size)))
  }
  expect(wrong).toEqual([])
})

test('with text at up to 200 % on a phone, nothing that opens is cut off or out of reach in German', async ({
  anotherBrowser,
  father,
  product,
}) => {
  const page = await anotherBrowser({ as: father, storageState: speaking(product), reducedMotion: 'reduce' })
  for (const [what, open] of Object.entries(await overlays(father, await newFather(product.url, 'Maximiliaan')))) {
    await open(page)
    await expect(page.locator('[aria-busy=true]'), what).toHaveCount(0)
    await expect(page.getByRole('heading').or(page.getByRole('dialog')).first(), what).toBeVisible()
    for (const size of sizes) expect.soft(await wrongAt(page, what, size)).toEqual([])
  }
})
