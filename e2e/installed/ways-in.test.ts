import { logIn as logInCall, logOut } from '@papadag/contract/auth'
import { startChat } from '@papadag/contract/chat'
import { makeInvite } from '@papadag/contract/invites'
import { createPoll } from '@papadag/contract/playdates/polls'
import { makeRecoveryCodes } from '@papadag/contract/users/recovery-codes'
import type { Page } from '@playwright/test'
import { Client } from '../../packages/server/src/testing/client.ts'
import type { SmtpStandIn } from '../../packages/server/src/testing/smtp-stand-in.ts'
import { removeScrollbarGutter } from '../../tools/browsers.ts'
import { answerConsent } from '../../tools/consent.ts'
import { type Father, newFather, newPlaydate, signIn, unique } from '../../tools/father.ts'
import type { Product } from '../../tools/product.ts'
import { expectNothing } from '../support/axe.ts'
import { field } from '../support/chat.ts'
import { openInstalled } from '../support/installed-window.ts'
import { aDevice, type Device, touch } from '../support/passkeys.ts'
import { contentsOf } from '../support/screen-contents.ts'
import { expect } from '../support/test.ts'
import { test as base } from '../support/with-mail.ts'

/** The narrowest phone, on which the app is installed. */
const test = base.extend({
  context: async ({ product, locale, timezoneId }, use) => {
    const { context, close } = await openInstalled(product.url, { locale, timezoneId, width: 320, height: 700 })
    await removeScrollbarGutter(context)
    await answerConsent(context)
    const others: string[] = []
    context.on('page', page => others.push(page.url()))
    await use(context)
    expect(others, 'other windows').toEqual([])
    await close()
  },

  page: async ({ context }, use) => {
    const [page] = context.pages()
    if (!page) throw new Error('the app has no window')
    expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
    await use(page)
  },
})

test.use({ host: 'localhost' })

const withoutMail = test.extend<object, { hasMail: boolean }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here that it needs no other fixture
  hasMail: [async ({}, use) => use(false), { scope: 'worker' }],
})

interface Given {
  page: Page
  product: Product
  smtp: SmtpStandIn
  anotherBrowser: (options: { as: Father }) => Promise<Page>
}

interface Scene {
  page: Page
  url: string
  father: Father
  /** The friend with whom he has a chat, and whose poll and invitation he has. */
  friend: Father
}

/** Where a father is when he has to log in. */
interface Place {
  what: string
  /** Leads to the login. */
  leave(scene: Scene): Promise<void>
  /** Expects him there again, with what he had typed. */
  isBack(page: Page, hasTyped: boolean): Promise<void>
  /** Also for somebody without an account. */
  isForNewcomers?: boolean
}

const places: readonly Place[] = [
  {
    what: 'an invitation',
    isForNewcomers: true,
    async leave({ page, url, friend }) {
      const { id } = await newPlaydate(friend)
      const { token } = await friend.client.call(makeInvite, { params: { id }, body: {} })
      await page.goto(`${url}/i/${token}`)
      await page.getByRole('link', { name: 'Ik heb al een account' }).press('Enter')
    },
    async isBack(page) {
      await expect(page).toHaveURL(/\/i\/[\w-]+$/)
      await expect(page.getByRole('button', { name: /^Ik kom alleen/ })).toBeVisible()
    },
  },
  {
    what: 'a chat with a draft',
    async leave({ page, url, father, friend }) {
      const { id } = await friend.client.call(startChat, { body: { participants: [father.user.id] } })
      await page.goto(`${url}/chat/${id}`)
      await field(page).fill('Ik neem een schep mee')
      await father.client.call(logOut)
    },
    async isBack(page, hasTyped) {
      await expect(page).toHaveURL(/\/chat\/\d+$/)
      await expect(field(page)).toHaveValue(hasTyped ? 'Ik neem een schep mee' : '')
    },
  },
  {
    what: 'the answer to a poll',
    async leave({ page, father, friend }) {
      const times = [1, 2].map(day => {
        const start = Date.now() + day * 86_400_000
        return { startTime: new Date(start).toISOString(), endTime: new Date(start + 3_600_000).toISOString() }
      })
      const about = { title: 'Hutten bouwen', location: 'Bos', maxParticipants: 5 }
      const poll = await friend.client.call(createPoll, { body: { ...about, times, fathers: [] } })
      await page.goto(poll.url ?? '')
      await page.getByRole('group').nth(1).getByRole('radio', { name: 'Ja' }).press(' ')
      await father.client.call(logOut)
    },
    async isBack(page, hasTyped) {
      await expect(page).toHaveURL(/\/p\/[\w-]+$/)
      const chosen = page.getByRole('group').nth(1).getByRole('radio', { name: 'Ja' })
      await expect(chosen).toBeChecked({ checked: hasTyped })
      if (!hasTyped) return
      await page.getByRole('button', { name: 'Verstuur mijn antwoorden' }).press('Enter')
      await expect(page.getByText(/^Ja: /)).toBeVisible()
    },
  },
]

interface Entering extends Scene, Pick<Given, 'smtp' | 'anotherBrowser'> {
  device: Device
  /** A code on paper. */
  code: string
}

/** How he gets in. */
interface Way {
  what: string
  needsMail?: boolean
  isForNewcomers?: boolean
  /** A mailed link loads the page again, which ends what is in memory alone (safety S20). */
  loadsAgain?: boolean
  enter(scene: Entering): Promise<void>
  /** The place of the journey that every change makes. */
  from: string
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).press('Enter')

/** Nothing is cut off on the narrowest phone, and axe finds nothing. */
async function isWhole(page: Page, screen: string) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect.soft((await contentsOf(page)).overflowing, screen).toEqual([])
  await expectNothing(page, screen)
}

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

async function mailed(smtp: SmtpStandIn, father: Father, wanted: RegExp) {
  for (;;) {
    const mail = await smtp.mailTo(father.user.email)
    if (wanted.test(mail.text)) return mail
  }
}

const ways: readonly Way[] = [
  {
    what: 'his password',
    from: 'a chat with a draft',
    async enter({ page, father }) {
      await isWhole(page, 'login')
      await page.getByLabel('Gebruikersnaam').fill(father.user.username)
      await page.getByLabel('Wachtwoord', { exact: true }).fill(father.password)
      // The app stays logged in unless he says otherwise.
      await expect(page.getByRole('checkbox', { name: 'Onthoud dit apparaat' })).toBeChecked()
      await page.keyboard.press('Enter')
    },
  },
  {
    what: 'a passkey',
    from: 'the answer to a poll',
    async enter({ page, device }) {
      await press(page, 'Inloggen met een passkey')
      await touch(device, true)
    },
  },
  {
    what: 'a mailed code',
    needsMail: true,
    from: 'a chat with a draft',
    async enter({ page, father, smtp }) {
      await press(page, 'Stuur me een code')
      await isWhole(page, 'asking for a code')
      await page.getByLabel('Gebruikersnaam of e-mail').fill(father.user.email)
      await page.keyboard.press('Enter')
      await heading(page, 'Typ je code')
      await isWhole(page, 'typing a code')
      const { text } = await mailed(smtp, father, /\b\d{6}\b/)
      await page.getByLabel('Code').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '')
      await page.keyboard.press('Enter')
    },
  },
  {
    what: 'a new password',
    needsMail: true,
    loadsAgain: true,
    from: 'the answer to a poll',
    async enter({ page, father, smtp }) {
      await press(page, 'Wachtwoord vergeten?')
      await page.getByLabel('E-mail').fill(father.user.email)
      await page.keyboard.press('Enter')
      await expect(page.getByText('Hoort dit adres bij een account')).toBeVisible()
      await isWhole(page, 'asking for a link')
      const { link } = await mailed(smtp, father, /reset=/)
      // As where the platform opens links of the app in its window.
      await page.goto(link.href)
      await heading(page, 'Kies een nieuw wachtwoord')
      await isWhole(page, 'a new password')
      await page.getByLabel('Nieuw wachtwoord').fill('drie natte laarzen')
      await page.keyboard.press('Enter')
      await page.getByLabel('Gebruikersnaam').fill(father.user.username)
      await page.getByLabel('Wachtwoord', { exact: true }).fill('drie natte laarzen')
      await page.keyboard.press('Enter')
    },
  },
  {
    what: 'a code on paper',
    from: 'the answer to a poll',
    async enter({ page, father, code }) {
      await press(page, 'Met een herstelcode')
      await isWhole(page, 'a recovery code')
      await page.getByLabel('Gebruikersnaam').fill(father.user.username)
      await page.getByLabel('Herstelcode').fill(code.toLowerCase().replace('-', ' '))
      await page.keyboard.press('Enter')
    },
  },
  {
    what: 'another device of his',
    from: 'a chat with a draft',
    async enter({ page, father, url, anotherBrowser }) {
      await press(page, 'Met een ander apparaat')
      await press(page, 'Toon een code')
      const code = page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      await expect(code).toBeVisible()
      await isWhole(page, 'the code of a new device')
      const client = new Client(url)
      const { username } = father.user
      await client.call(logInCall, { body: { username, password: father.password } })
      const old = await anotherBrowser({ as: { ...father, client } })
      await old.goto(`${url}/profile?tab=settings&section=devices`)
      await old.getByLabel('Code op het nieuwe apparaat').fill((await code.textContent()) ?? '')
      await old.keyboard.press('Enter')
      await old.getByRole('button', { name: 'Binnenlaten' }).press('Enter')
    },
  },
  {
    what: 'a new account',
    isForNewcomers: true,
    from: 'an invitation',
    async enter({ page }) {
      await register(page)
      await page.getByLabel('Wachtwoord', { exact: true }).fill('drie natte laarzen')
      await page.getByLabel('Nog een keer').fill('drie natte laarzen')
      await press(page, 'Account maken')
    },
  },
  {
    what: 'a new account with a passkey',
    isForNewcomers: true,
    from: 'an invitation',
    async enter({ page, device }) {
      await register(page)
      await press(page, 'Een passkey in plaats van een wachtwoord')
      await touch(device, true)
      await press(page, 'Account maken')
    },
  },
]

async function register(page: Page) {
  await page.getByRole('tab', { name: 'Registreren' }).press('Enter')
  const name = unique('bas')
  await page.getByLabel('Voornaam').fill('Bas')
  await page.getByLabel('Achternaam').fill('Dekker')
  await page.getByLabel('Gebruikersnaam').fill(name)
  await page.getByLabel('E-mail').fill(`${name}@papadag.test`)
}

const settings = '/profile?tab=settings&section=account'

async function journey({ page, product, ...others }: Given, way: Way, place: Place) {
  const { url } = product
  const [father, friend] = [await newFather(url, 'Jeroen'), await newFather(url, 'Thijs')]
  const { codes } = await father.client.call(makeRecoveryCodes)
  const device = await aDevice(page)
  await signIn(page, father)
  if (way.what === 'a passkey') {
    await page.goto(`${url}${settings}`)
    await press(page, 'Passkey maken')
    await expect(page.getByRole('listitem').filter({ hasText: 'Nog niet gebruikt' })).toBeVisible()
  }
  // Nobody touches the device until he is asked to.
  await touch(device, false)
  if (place.isForNewcomers) await page.context().clearCookies()
  await place.leave({ page, url, father, friend })
  await expect(page).toHaveURL(/\/auth\?(tab=\w+&)?next=/)
  await way.enter({ ...others, page, url, father, friend, device, code: codes[0] ?? '' })
  await place.isBack(page, !way.loadsAgain)
  await isWhole(page, place.what)
}

for (const way of ways) {
  for (const place of places) {
    if (way.isForNewcomers && !place.isForNewcomers) continue
    const tag = way.from === place.what ? [] : ['@nightly']
    test(`in the app, whoever logs in with ${way.what} is back at ${place.what}`, { tag }, async ({
      page,
      product,
      smtp,
      anotherBrowser,
    }) => {
      await journey({ page, product, smtp, anotherBrowser }, way, place)
    })
    if (way.needsMail) continue
    withoutMail(
      `in the app, without mail, whoever logs in with ${way.what} is back at ${place.what}`,
      {
        tag: '@nightly',
      },
      async ({ page, product, smtp, anotherBrowser }) => {
        await journey({ page, product, smtp, anotherBrowser }, way, place)
      },
    )
  }
}
