import { startChat, threadOf } from '@papadag/contract/chat'
import { makeInvite } from '@papadag/contract/invites'
import { savePlace, searchPlaces } from '@papadag/contract/places/places'
import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import { createPoll } from '@papadag/contract/playdates/polls'
import type { Page } from '@playwright/test'
import { inWholeChromium } from '../../tools/browsers.ts'
import { type Father, newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { show, untilServed } from '../../tools/screens.ts'
import { send } from '../support/chat.ts'
import { withoutNetwork } from '../support/complaints.ts'
import { expect, test } from '../support/test.ts'

test.use({ ...inWholeChromium, serviceWorkers: 'allow', expectedComplaints: withoutNetwork })

const needsConnection =
  /Er is geen verbinding. Probeer het opnieuw zodra die er weer is.|Deze chat staat nog niet op dit apparaat/

const dayMs = 86_400_000

function newPoll({ client }: Father) {
  const times = [1, 2].map(day => {
    const start = Date.now() + day * dayMs
    return { startTime: new Date(start).toISOString(), endTime: new Date(start + dayMs / 24).toISOString() }
  })
  return client.call(createPoll, { body: { title: 'Hutten bouwen', location: 'Bos', maxParticipants: 5, times } })
}

/** A father's screens, each with something of somebody else on it. */
async function screensOf(father: Father, url: string) {
  const other = await newFather(url, 'Bram')
  const mine = await newPlaydate(father)
  const his = await newPlaydate(other)
  await other.client.call(joinPlaydate, { params: { id: mine.id }, body: {} })
  const { id: chatId } = await father.client.call(startChat, { body: { participants: [other.user.id] } })
  await send(father, chatId, 'Ha Bram!')
  const { id: threadId } = await father.client.call(threadOf, { params: { id: mine.id } })
  const [place] = await father.client.call(searchPlaces, { query: { q: 'Oosterpark' } })
  if (!place) throw new Error('The demo has no Oosterpark')
  await father.client.call(savePlace, { params: { id: place.id } })
  const { token } = await other.client.call(makeInvite, { params: { id: his.id }, body: {} })
  const [ownPoll, hisPoll] = [await newPoll(father), await newPoll(other)]
  return [
    `/i/${token}`,
    '/polls',
    `/polls/${ownPoll.id}`,
    new URL(hisPoll.url ?? '').pathname,
    '/playdates',
    `/playdates?open=${his.id}`,
    '/playdates?tab=past',
    '/places',
    `/places?open=${place.id}`,
    '/playground-map',
    '/chat',
    `/chat/${chatId}`,
    `/chat/${threadId}`,
    '/proposals',
    '/discover',
    '/users',
    `/users/${other.user.id}`,
    '/profile',
    '/profile?tab=places',
    '/profile?tab=settings',
    '/profile?tab=settings&section=days',
    '/profile?tab=settings&section=notifications',
    '/profile?tab=settings&section=privacy',
    '/profile?tab=settings&section=account',
    '/profile?mode=edit',
    '/notifications',
    '/create',
    `/edit-playdate/${mine.id}`,
  ]
}

/** What a screen states, except the notice that the connection was lost. */
async function headingsOf(page: Page) {
  await expect(page.getByText('Laden...').first()).toBeHidden()
  const all = await page.getByRole('heading').allTextContents()
  return all.filter(heading => heading !== 'Net misgegaan')
}

test('every screen that was opened before shows the same offline', { tag: '@nightly' }, async ({
  page,
  father,
  product,
}) => {
  const screens = await screensOf(father, product.url)
  await signIn(page, father)
  await show(page, '/')
  await untilServed(page)
  const before = new Map<string, string[]>()
  for (const path of screens) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    if (path.includes('open=')) await expect(page.getByRole('dialog').getByRole('heading').nth(1)).toBeVisible()
    before.set(path, await headingsOf(page))
  }
  await page.context().setOffline(true)
  for (const path of screens) {
    await page.goto(path)
    // Links that others sent are not stored on the device (safety S20).
    if (/^\/[ip]\//.test(path)) {
      await expect(page.getByText(needsConnection), path).toBeVisible()
      continue
    }
    await expect(async () => expect(await headingsOf(page), path).toEqual(before.get(path))).toPass()
    await expect(page.getByText(needsConnection), path).toHaveCount(0)
  }
})

test('every screen that was never opened says offline that it needs a connection, and claims nothing', async ({
  page,
  father,
  product,
}) => {
  const screens = await screensOf(father, product.url)
  await signIn(page, father)
  await show(page, '/')
  await untilServed(page)
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  // The app has read these chats and the first playdates, and planning a playdate needs nothing from the server.
  const known = /^\/(playdates(\?open=.*)?|chat|create)$/
  for (const path of screens.filter(one => !known.test(one))) {
    await page.goto(path)
    await expect(page.getByText(needsConnection).first(), path).toBeVisible()
    await expect(
      page.getByText(/nog geen|nog niets|nog niemand|niet gevonden|geen papa|\b0 speeltuinen/i),
      path,
    ).toHaveCount(0)
  }
})
