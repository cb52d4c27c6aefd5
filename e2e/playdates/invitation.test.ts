import { makeCalendarFeed } from '@papadag/contract/calendars'
import { joinInvite } from '@papadag/contract/invites'
import { readNotifications } from '@papadag/contract/notifications'
import {
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  onePlaydate,
  ownPlaydates,
  type Playdate,
} from '@papadag/contract/playdates/playdates'
import { pushDevices, subscribe } from '@papadag/contract/push'
import { editSettings } from '@papadag/contract/users/users'
import type { Page } from '@playwright/test'
import { Client } from '../../packages/server/src/testing/client.ts'
import { inWholeChromium } from '../../tools/browsers.ts'
import { newFather, newPlaydate, signIn, unique } from '../../tools/father.ts'
import { cardOf, toasts } from '../../tools/screens.ts'
import { courier, press, shown, subscribeHere, test } from '../support/push.ts'
import { expect } from '../support/test.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const
test.use({ ...phone, permissions: ['clipboard-read', 'clipboard-write'], ...inWholeChromium })

/** Counts taps from now on. */
async function countTaps(page: Page) {
  const taps: string[] = []
  await page.exposeFunction('noteTap', (what: string) => taps.push(what))
  await page.addInitScript(() => {
    addEventListener(
      'click',
      event => {
        const target = event.target instanceof Element ? event.target.closest('a, button, label, input') : null
        if (event.isTrusted && target) {
          const { noteTap } = window as unknown as { noteTap(what: string): void }
          noteTap(target.textContent?.trim() || target.tagName)
        }
      },
      true,
    )
  })
  return taps
}

/** Makes calls with the session that a page has. */
async function clientOf(page: Page, url: string) {
  const client = new Client(url)
  for (const { name, value } of await page.context().cookies(url)) client.cookies.set(name, decodeURIComponent(value))
  return client
}

const later = ({ startTime, endTime }: Playdate, ms: number) => {
  const [start, end] = [startTime, endTime].map(time => new Date(Date.parse(time) + ms).toISOString())
  return { startTime: start ?? '', endTime: end ?? '' }
}

const inAmsterdam = (time: string) =>
  new Intl.DateTimeFormat('nl', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Amsterdam' }).format(
    new Date(time),
  )

/** A time as calendars write it. */
const inCalendar = (time: string) => time.replace(/[-:]|\.\d+/g, '')

/**
 * Three fathers: the host, his friend in a browser, and another with a phone. Nobody is notified of his own change, so
 * "both are notified" means the two participants.
 */
test('a father plans a playdate and shares the link, a friend without an account joins, and phones and calendars follow each change', {
  tag: '@both-databases',
}, async ({ page: host, anotherBrowser, father, product, service }) => {
  test.slow()
  const title = unique('Kastanjes zoeken')
  const friend = await anotherBrowser({ ...phone, locale: 'nl-NL', serviceWorkers: 'allow' })
  const username = unique('vriend')
  const [ownPhone, friendsPhone, thirdPhone] = [unique('eigen'), unique('vriend'), unique('derde')]
  const titlesOn = (name: string) =>
    service.received.filter(({ path }) => path === `/${name}`).map(({ message }) => message.notification.title)
  const third = await newFather(product.url, 'Jeroen')
  for (const [{ client }, name] of [
    [father, ownPhone],
    [third, thirdPhone],
  ] as const) {
    await client.call(editSettings, { body: { notifications: { quietHours: null } } })
    await client.call(subscribe, { body: service.subscription(name) })
  }
  await subscribeHere(friend.context(), service, friendsPhone)
  await signIn(host, father)
  const feeds: string[] = []
  const feedsSay = async (...lines: string[]) => {
    for (const feed of feeds) {
      const text = await (await fetch(feed)).text()
      for (const line of lines) expect(text).toContain(line)
      expect(text).not.toContain('Koorts')
    }
  }
  let link = ''
  let playdate: Playdate

  await test.step('he plans, and the sheet for inviting opens', async () => {
    await host.goto(`${product.url}/create`)
    await host.getByLabel('Wat gaan we doen?').fill(title)
    await host.getByLabel('Waar?').fill('Kralingse Bos')
    await host.getByRole('button', { name: 'Speelafspraak maken' }).click()
    const sheet = host.getByRole('dialog', { name: 'Wie vraag je mee?' })
    await sheet.getByRole('button', { name: 'Kopiëren' }).click()
    link = await host.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/i\/[\w-]{22}$/)
    await expect(sheet.getByRole('switch', { name: /^Zet op de uitnodiging wat we gaan doen/ })).toBeChecked()
    await sheet.getByRole('button', { name: 'QR-code', exact: true }).click()
    await expect(sheet.getByRole('img', { name: 'QR-code van de uitnodiging' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Niet nu' }).click()
    await third.client.call(joinInvite, { params: { token: link.slice(-22) }, body: {} })
    for (const { client } of [father, third])
      feeds.push((await client.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })).url)
    await feedsSay('SEQUENCE:0', 'STATUS:CONFIRMED')
  })

  await test.step('his friend opens the link on his phone, without any script', async () => {
    const scripts: string[] = []
    friend.on('request', request => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await friend.goto(link)
    await expect(friend.getByRole('heading', { name: 'Jan nodigt je uit' })).toBeVisible()
    await expect(friend.getByRole('main')).toContainText('2 papa’s gaan al mee, nog 3 plekken vrij')
    await expect(friend.getByRole('main')).toContainText(title)
    await expect(friend).toHaveTitle(new RegExp(`^Jan nodigt je uit: ${title}, `))
    await expect(friend.getByRole('main')).not.toContainText('Kralingse Bos')
    expect(scripts).toEqual([])
    expect(await friend.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  await test.step('he registers, and joins in at most six taps after the form', async () => {
    const taps = await countTaps(friend)
    await friend.getByRole('link', { name: 'Ik doe mee' }).click()
    await expect(friend.getByText('Daarna ga je verder met je uitnodiging')).toBeVisible()
    await friend.getByLabel('Voornaam').fill('Mo')
    await friend.getByLabel('Achternaam').fill('de Vriend')
    await friend.getByLabel('Gebruikersnaam').fill(username)
    await friend.getByLabel('E-mail').fill(`${username}@papadag.test`)
    await friend.getByLabel('Wachtwoord', { exact: true }).fill('laarzen en emmer')
    await friend.getByLabel('Nog een keer').fill('laarzen en emmer')
    taps.length = 0
    await friend.getByRole('button', { name: 'Account maken' }).click()
    await friend.getByRole('button', { name: 'Eén kind meer' }).click()
    await friend.getByRole('button', { name: 'Ik doe mee met 1 kind' }).click()
    await expect(friend.getByText('Je gaat mee. Tot dan.')).toBeVisible()
    expect(taps.length, taps.join(' | ')).toBeLessThanOrEqual(6)
    await expect(cardOf(host, title)).toContainText('4 / 5')
  })

  const friendClient = await clientOf(friend, product.url)
  await test.step('he is asked once whether he wants notifications', async () => {
    const card = friend.getByRole('complementary', { name: 'Zullen we het zeggen als het niet doorgaat?' })
    await card.getByRole('button', { name: 'Ja, graag' }).click()
    await expect(toasts(friend).getByText('Meldingen staan aan op dit apparaat')).toBeVisible()
    await expect(card).toHaveCount(0)
    expect(await friendClient.call(pushDevices)).toMatchObject([{ name: 'Chrome, Windows' }])
    await friendClient.call(editSettings, { body: { notifications: { quietHours: null } } })
    await friend.evaluate(() => Object.assign(window, { isStillThisPage: true }))
  })

  const [{ id = 0 } = {}] = await father.client.call(ownPlaydates)
  const params = { id }
  const tag = `playdate-${id}`
  const deliver = await courier(friend, service, friendsPhone)
  await test.step('the place changes: his phone says so, and a press opens the sheet in the open window', async () => {
    const { description, ...before } = await father.client.call(onePlaydate, { params })
    const body = { ...before, description, location: 'Het Twiske' }
    playdate = await father.client.call(editPlaydate, { params, body })
    expect(await deliver()).toMatchObject({ title: 'Speelafspraak gewijzigd', tag, lang: 'nl' })
    await expect.poll(() => shown(friend)).toEqual([{ title: 'Speelafspraak gewijzigd', tag }])
    await press(friend.context())
    await expect(friend.getByRole('dialog', { name: title })).toContainText('Het Twiske')
    await expect(friend).toHaveURL(`${product.url}/playdates?open=${id}`)
    expect(await friend.evaluate(() => 'isStillThisPage' in window), 'nothing typed is lost').toBe(true)
    await expect.poll(() => shown(friend)).toEqual([])
    await friend.getByRole('dialog', { name: title }).getByRole('button', { name: 'Sluiten' }).first().click()
    await feedsSay('SEQUENCE:1', 'LOCATION:Het Twiske')
  })

  await test.step('the time changes within the quarter of an hour: the calendars and the open list follow at once', async () => {
    const times = later(playdate, 3_600_000)
    await father.client.call(editPlaydate, { params, body: { ...playdate, ...times } })
    await feedsSay('SEQUENCE:2', `DTSTART:${inCalendar(times.startTime)}`)
    await expect(cardOf(friend, title)).toContainText(inAmsterdam(times.startTime))
  })

  await test.step('he cancels with a reason, and his friend sees the playdate struck through', async () => {
    await cardOf(host, title).getByRole('button', { name: 'Meer opties' }).click()
    await host.getByRole('menuitem', { name: 'Verwijderen' }).click()
    const question = host.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Ziek kind' }).click()
    await question.getByLabel(/^Een berichtje voor wie mee zou gaan/).fill('Koorts, helaas.')
    await question.getByRole('button', { name: 'Verwijderen' }).click()
    await expect(cardOf(host, title)).toHaveCount(0)
    const card = cardOf(friend, title)
    await expect(card).toContainText('Gaat niet door')
    await expect(card).toContainText('Ziek kind: Koorts, helaas.')
    await expect(card.locator('s')).toHaveText(title)
    await feedsSay('SEQUENCE:3', 'STATUS:CANCELLED')
    expect((await (await fetch(link)).text()).includes('Koorts')).toBe(false)
  })

  await test.step('he undoes the cancellation', async () => {
    await host.getByRole('button', { name: `Toch door laten gaan: ${title}` }).click()
    await expect(toasts(host)).toContainText('Hij gaat toch door')
    await expect(cardOf(host, title)).toContainText('4 / 5')
    await expect(cardOf(friend, title).getByRole('button', { name: /Afmelden$/ })).toBeVisible()
    await feedsSay('SEQUENCE:4', 'STATUS:CONFIRMED')
  })

  await test.step('phones were told once, and at once of another playdate', async () => {
    const other = await newPlaydate(father, { title: 'Takken slepen' })
    for (const client of [friendClient, third.client]) await client.call(joinPlaydate, { params: other, body: {} })
    await father.client.call(deletePlaydate, { params: other })
    const titles = ['Speelafspraak gewijzigd', 'Speelafspraak gaat niet door']
    expect(await deliver()).toMatchObject({ title: titles[1], tag: `playdate-${other.id}` })
    await expect.poll(() => shown(friend)).toMatchObject([{ title: titles[1] }])
    for (const name of [friendsPhone, thirdPhone]) await expect.poll(() => titlesOn(name)).toEqual(titles)
  })

  await test.step('notifications read elsewhere disappear, and the host was told only who joined', async () => {
    await friendClient.call(readNotifications, { body: {} })
    await expect.poll(() => shown(friend)).toEqual([])
    expect(service.received.map(({ message }) => JSON.stringify(message)).join()).not.toMatch(/Koorts|Kralingse|Twiske/)
    await expect.poll(() => new Set(titlesOn(ownPhone))).toEqual(new Set(['Er doet iemand mee']))
    for (const secret of [
      link.slice(-22),
      ...feeds.map(feed => feed.split('/').at(-1) ?? ''),
      friendsPhone,
      thirdPhone,
    ])
      expect(product.output()).not.toContain(secret)
  })
})
