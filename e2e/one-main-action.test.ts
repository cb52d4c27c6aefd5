import { sendMessage, startChat } from '@papadag/contract/chat'
import { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { answerPoll, createPoll } from '@papadag/contract/playdates/polls'
import { editProfile } from '@papadag/contract/users/users'
import type { Page } from '@playwright/test'
import { establishedFather, newFather, newPlaydate, signIn } from '../tools/father.ts'
import { show } from '../tools/screens.ts'
import { acquainted } from './support/chat.ts'
import { expect, test } from './support/test.ts'

/** The yellow buttons of the open dialog, else of the page below its header; ▾ belongs to the button beside it. */
async function yellow(page: Page) {
  // Hovered, it would have another yellow.
  await page.mouse.move(0, 0)
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.backgroundColor = 'var(--pd-do)'
    const colour = getComputedStyle(probe).backgroundColor
    probe.remove()
    const within = document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body
    return [...within.querySelectorAll('button, a')]
      .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.hasAttribute('aria-haspopup'))
      .filter(one => getComputedStyle(one).backgroundColor === colour)
      .map(one => one.textContent)
  })
}

test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })

test('home, the list, discover, places, chats and the bell each have at most one yellow button', async ({
  page,
  product,
}) => {
  const daan = await establishedFather(product, 'daan')
  await signIn(page, daan)
  for (const path of ['/', '/playdates', '/discover', '/places', '/chat', '/notifications', '/create']) {
    await show(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const found = await yellow(page)
    expect([path, found.length <= 1, found]).toEqual([path, true, found])
  }
  // So that a screen without any does not hide that none is recognised.
  await show(page, '/playdates')
  await expect(page.getByRole('heading', { level: 1, name: 'Speelafspraken' })).toBeVisible()
  expect(await yellow(page)).toHaveLength(1)

  for (const { id, title } of (await daan.client.call(upcomingPlaydates)).slice(0, 8)) {
    await show(page, `/playdates?open=${id}`)
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    const found = await yellow(page)
    expect([title, found.length <= 1, found]).toEqual([title, true, found])
  }
})

test('a list that fails to load adds no yellow button to its screen', async ({ page, father }) => {
  await signIn(page, father)
  await page.route(/\/api\/(?!user$)/, route => route.fulfill({ status: 503, body: '' }))
  for (const path of ['/', '/playdates', '/playdates?tab=past', '/chat', '/polls']) {
    await page.goto(path)
    await expect(page.getByRole('alert').getByRole('button', { name: 'Opnieuw proberen' }).first()).toBeVisible()
    const found = await yellow(page)
    expect([path, found.length]).toEqual([path, 1])
  }
})

test('beside the first questions home has no other yellow button, neither in an empty town nor with something due', async ({
  page,
  product,
}) => {
  const ruud = await newFather(product.url, 'Ruud')
  await ruud.client.call(editProfile, { body: { city: 'Ter Apel' } })
  await page.addInitScript(steps => localStorage.setItem('first_steps', JSON.stringify(steps)), {
    userId: ruud.user.id,
    at: 'children',
  })
  await signIn(page, ruud)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Wanneer zijn je kinderen geboren?' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await yellow(page)).toEqual(['Verder'])

  const { client } = await newFather(product.url, 'Bram')
  const { id } = await client.call(startChat, { body: { participants: [ruud.user.id] } })
  await client.call(sendMessage, { params: { id }, body: { content: 'Kom je ook?' } })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Bram wil je schrijven' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect((await yellow(page)).length).toBeLessThanOrEqual(1)
  await expect(page.getByRole('heading', { name: 'Wanneer zijn je kinderen geboren?' })).toBeHidden()
  // Leaves the town to other journeys.
  await ruud.client.call(editProfile, { body: { city: 'Amsterdam' } })
})

test('what a father is asked along to has at most one yellow button on its sheet, on home and in the chat', async ({
  page,
  product,
}) => {
  const { kwame, thijs, id: chat } = await acquainted(product.url)
  const { id, title } = await newPlaydate(thijs)
  const second = await newPlaydate(thijs)
  for (const asksTo of [id, second.id]) {
    const content = `${product.url}/playdates?open=${asksTo}`
    await thijs.client.call(sendMessage, { params: { id: chat }, body: { content, asksTo } })
  }
  await signIn(page, kwame)
  await page.goto('/')
  await expect(page.getByRole('button', { name: `Ik kan niet: ${title}` })).toBeVisible()
  expect(await yellow(page)).toHaveLength(1)
  await show(page, `/chat/${chat}`)
  await expect(page.getByRole('button', { name: `Ik kan niet: ${title}` })).toBeVisible()
  expect((await yellow(page)).length).toBeLessThanOrEqual(1)
  await show(page, `/playdates?open=${id}`)
  const sheet = page.getByRole('dialog', { name: title })
  await expect(sheet.getByRole('button', { name: 'Ik kan niet' })).toBeVisible()
  expect(await yellow(page)).toHaveLength(1)
  await sheet.getByRole('button', { name: 'Ik kan niet' }).click()
  await expect(sheet.getByRole('button', { name: 'Versturen' })).toBeVisible()
  await expect.poll(() => yellow(page)).toEqual(['Versturen'])
})

test('who can be asked along to a new playdate comes first, without a yellow button until somebody is asked', async ({
  page,
  product,
}) => {
  await signIn(page, await establishedFather(product, 'daan'))
  // His next papa day stays free for other journeys.
  const date = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`/create?title=Vliegeren&location=Diemerbos&date=${date}`)
  await page.getByRole('button', { name: 'Speelafspraak maken' }).click()
  const sheet = page.getByRole('dialog', { name: 'Wie vraag je mee?' })
  const first = sheet.getByRole('button', { name: /^Vraag mee\s*: / }).first()
  await expect(first).toBeInViewport()
  expect(await yellow(page)).toEqual([])
  await first.click()
  await expect(sheet.getByText('Gevraagd')).toBeVisible()
  expect(await yellow(page)).toEqual(['Klaar'])
})

test('the days that a father proposed have one yellow button, whether they suit somebody yet or not', async ({
  page,
  product,
}) => {
  const { kwame, thijs } = await acquainted(product.url)
  const times = [2, 3].map(days => {
    const start = Date.now() + days * 86_400_000
    return { startTime: new Date(start).toISOString(), endTime: new Date(start + 3_600_000).toISOString() }
  })
  const about = { title: 'Boomhutten', location: 'Amelisweerd', maxParticipants: 5, times }
  const poll = await thijs.client.call(createPoll, { body: { ...about, fathers: [kwame.user.id] } })
  await signIn(page, thijs)
  await page.goto(`/polls/${poll.id}`)
  await expect(page.getByRole('button', { name: 'Kopiëren' })).toBeVisible()
  expect(await yellow(page)).toEqual(['Kopiëren'])
  const answers = Object.fromEntries(poll.times.map(({ id }) => [id, 'yes' as const]))
  await kwame.client.call(answerPoll, { params: { id: poll.id }, body: { answers } })
  await expect(page.getByText('1 ja').first()).toBeVisible()
  await expect.poll(() => yellow(page)).toEqual([expect.stringMatching(/^Kies deze dag/)])
})
