import { calendarFeeds, makeCalendarFeed } from '@papadag/contract/calendars'
import { editPlaydate, onePlaydate } from '@papadag/contract/playdates'
import type { Page } from '@playwright/test'
import { unique } from './support/father.ts'
import { cardOf, toasts } from './support/screens.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, permissions: ['clipboard-read', 'clipboard-write'] })

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

test('a father plans, sends the link, and a friend without an account comes along; both follow what becomes of it', {
  tag: '@both-databases',
}, async ({ page: host, anotherBrowser, father, product }) => {
  test.slow()
  const title = unique('Kastanjes zoeken')
  const friend = await anotherBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'nl-NL' })
  const username = unique('vriend')
  let link = ''
  let feed = ''
  await host
    .context()
    .addCookies([...father.client.cookies].map(([name, value]) => ({ name, value, url: product.url })))
  const inFeed = async () => (await fetch(feed)).text()

  await test.step('he plans, and is asked whom he asks along', async () => {
    await host.goto('/create')
    await host.getByLabel('Wat gaan we doen?').fill(title)
    await host.getByLabel('Waar?').fill('Kralingse Bos')
    await host.getByRole('button', { name: 'Speelafspraak maken' }).click()
    const sheet = host.getByRole('dialog', { name: 'Wie vraag je mee?' })
    await sheet.getByRole('button', { name: 'Kopiëren' }).click()
    link = await host.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/i\/[\w-]{22}$/)
    await sheet.getByRole('switch', { name: 'Zet op de uitnodiging dat hij van Jan komt' }).click()
    await sheet.getByRole('button', { name: 'QR-code', exact: true }).click()
    await expect(sheet.getByRole('img', { name: 'QR-code van de uitnodiging' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Niet nu' }).click()
    const { url } = await father.client.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
    feed = url
    expect(await inFeed()).toContain('SEQUENCE:0')
  })

  const [id = 0] = await test.step('his friend opens it on his phone, without a line of script', async () => {
    const scripts: string[] = []
    friend.on('request', request => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await friend.goto(link)
    await expect(friend.getByRole('heading', { name: 'Jan nodigt je uit' })).toBeVisible()
    await expect(friend.getByRole('main')).toContainText('1 papa gaat al mee, nog 4 plekken vrij')
    await expect(friend.getByRole('main')).not.toContainText(title)
    await expect(friend.getByRole('main')).not.toContainText('Kralingse Bos')
    expect(scripts).toEqual([])
    expect(await friend.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const upcoming = await father.client.fetch('GET', '/api/users/me/playdates')
    return ((await upcoming.json()) as { id: number }[]).map(playdate => playdate.id)
  })

  await test.step('he registers, and is on it in at most six taps after the form', async () => {
    const taps = await countTaps(friend)
    await friend.getByRole('link', { name: 'Ik doe mee' }).click()
    await expect(friend.getByText('Daarna doe je met één tik mee')).toBeVisible()
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
    await expect(cardOf(host, title)).toContainText('3 / 5')
    await friend.getByRole('link', { name: 'Bekijk de speelafspraak' }).click()
    await expect(friend.getByRole('dialog', { name: title })).toContainText('Kralingse Bos')
    await friend.getByRole('dialog', { name: title }).getByRole('button', { name: 'Sluiten' }).first().click()
  })

  await test.step('it is moved, and the calendar moves along', async () => {
    const playdate = await father.client.call(onePlaydate, { params: { id } })
    const startTime = new Date(Date.parse(playdate.startTime) + 3_600_000).toISOString()
    const endTime = new Date(Date.parse(playdate.endTime) + 3_600_000).toISOString()
    await father.client.call(editPlaydate, { params: { id }, body: { ...playdate, startTime, endTime } })
    const text = await inFeed()
    expect(text).toContain('SEQUENCE:1')
    expect(text).toContain(`DTSTART:${startTime.replace(/[-:]|\.\d+/g, '')}`)
  })

  await test.step('he calls it off and says why; his friend sees it struck through', async () => {
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
    expect(await inFeed()).toMatch(/STATUS:CANCELLED/)
    expect(await inFeed()).toContain('SEQUENCE:2')
    expect(await inFeed()).not.toContain('Koorts')
    expect((await (await fetch(link)).text()).includes('Koorts')).toBe(false)
  })

  await test.step('and lets it take place after all', async () => {
    await host.getByRole('button', { name: `Toch door laten gaan: ${title}` }).click()
    await expect(toasts(host)).toContainText('Hij gaat toch door')
    await expect(cardOf(host, title)).toContainText('3 / 5')
    await expect(cardOf(friend, title).getByRole('button', { name: /Afmelden$/ })).toBeVisible()
    expect(await inFeed()).toMatch(/STATUS:CONFIRMED/)
    expect(await inFeed()).toContain('SEQUENCE:3')
    expect((await father.client.call(calendarFeeds))[0]?.lastReadAt).not.toBeNull()
  })
})
