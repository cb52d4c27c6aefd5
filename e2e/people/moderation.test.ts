import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sendMessage, startChat } from '@papadag/contract/chat'
import type { Page } from '@playwright/test'
import { type Father, newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { freePort } from '../../tools/free-port.ts'
import { type Product, startProduct, temporaryDataDir } from '../../tools/product.ts'
import { cardOf, toasts } from '../../tools/screens.ts'
import { operatorCommand } from '../../tools/server-command.mjs'
import { expectNothing } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, demo: 'off' })

const run = promisify(execFile)

// This test needs its own product, because it stops it to name a moderator.
const own = temporaryDataDir()
let product: Product | undefined
test.afterAll(async () => {
  await product?.stop()
  own.remove()
})

test('a father reports a playdate, a moderator hides it, and its creator reads why', async ({ anotherBrowser }) => {
  const env = { DATA_DIR: own.dataDir, DEMO: 'off', PORT: String(await freePort()) }
  product = await startProduct(env)
  const { url } = product
  const pages: Page[] = []
  const open = async (as: Father) => {
    const page = await anotherBrowser({ baseURL: url, as })
    pages.push(page)
    return page
  }
  const [jan, kwame, thijs] = await Promise.all(['Jan', 'Kwame', 'Thijs'].map(name => newFather(url, name)))
  if (!jan || !kwame || !thijs) throw new Error('three were asked for')
  const { title } = await newPlaydate(jan, { title: 'Tweedehands speelgoed te koop' })
  // The operator names a moderator while Papadag is stopped.
  await product.stop()
  await run(process.execPath, [...operatorCommand, 'moderator', 'add', thijs.user.username], {
    env: { ...process.env, ...env },
  })
  product = await startProduct(env)

  const reporter = await open(kwame)
  await test.step('Kwame reports it from its menu', async () => {
    await reporter.goto('/playdates')
    await cardOf(reporter, title)
      .getByRole('button', { name: `Meer opties voor ${title}` })
      .click()
    await reporter.getByRole('menuitem', { name: 'Melden' }).click()
    const dialog = reporter.getByRole('dialog', { name: `Melden: ‘${title}’` })
    await expect(dialog.getByText('Bel eerst 112.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Versturen' }).click()
    await expect(dialog.getByRole('alert').getByText('Kies wat er aan de hand is')).toBeVisible()
    await expectNothing(reporter, 'report')
    await dialog.getByLabel('Reclame of spam').check()
    await dialog.getByLabel('Wat is er gebeurd?').fill('Hij verkoopt spullen.')
    await dialog.getByRole('button', { name: 'Versturen' }).click()
    const sent = reporter.getByRole('dialog', { name: 'Bedankt, we kijken ernaar' })
    await expect(sent.getByRole('status')).toContainText('Je kenmerk is M1.')
    await expect(sent.getByRole('button', { name: 'Jan de Tester blokkeren' })).toBeVisible()
    await expectNothing(reporter, 'reported')
    await sent.getByRole('button', { name: 'Klaar' }).click()
    await expect(cardOf(reporter, title).getByRole('button', { name: `Meer opties voor ${title}` })).toBeFocused()
    await reporter.goto('/profile?tab=settings&section=reports')
    await expect(reporter.getByText('Een moderator gaat ernaar kijken')).toBeVisible()
  })

  await test.step('for Kwame there is no moderation', async () => {
    await reporter.goto('/moderation')
    await expect(reporter.getByRole('heading', { level: 1, name: '404' })).toBeVisible()
  })

  await test.step('Thijs finds it in his queue and hides it', async () => {
    const moderator = await open(thijs)
    await moderator.goto('/')
    await moderator.getByRole('button', { name: /^Profielmenu/ }).click()
    await moderator.getByRole('menuitem', { name: 'Moderatie' }).click()
    const item = moderator.getByRole('article', { name: title })
    await expect(item.getByText('Hij verkoopt spullen.')).toBeVisible()
    await item.getByRole('button', { name: 'Besluiten…' }).click()
    await item.getByRole('button', { name: 'Besluiten', exact: true }).click()
    await expect(item.getByText('Vul dit in')).toHaveCount(3)
    await expectNothing(moderator, 'queue')
    await item.getByLabel('Besluit', { exact: true }).selectOption('Verbergen')
    await item.getByLabel('Waarom').fill('Papadag is geen marktplaats.')
    await item.getByLabel('Huisregel of wet').fill('Huisregel 3')
    await item.getByRole('button', { name: 'Besluiten', exact: true }).click()
    await expect(toasts(moderator)).toContainText('Besloten')
    await expect(moderator.getByRole('heading', { level: 1, name: 'Moderatie' })).toBeFocused()
    await moderator.getByRole('tab', { name: 'Besloten' }).click()
    await expect(moderator.getByRole('article', { name: title }).getByText('Verborgen', { exact: true })).toBeVisible()
    await expectNothing(moderator, 'decided')
  })

  await test.step('Kwame no longer sees it and is notified; Jan reads why', async () => {
    await reporter.goto('/playdates')
    await expect(reporter.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(cardOf(reporter, title)).toHaveCount(0)
    await reporter.getByRole('button', { name: /^Meldingen|^Notificaties/ }).click()
    await expect(reporter.getByText('Je melding over een speelafspraak is bekeken')).toBeVisible()

    const affected = await open(jan)
    await affected.goto('/playdates')
    await expect(cardOf(affected, title)).toBeVisible()
    await affected.getByRole('button', { name: /^Meldingen|^Notificaties/ }).click()
    await expect(affected.getByText(`Een besluit over ‘${title}’`)).toBeVisible()
    for (const sentence of [
      'Verborgen: anderen zien het niet meer.',
      'Waarom: Papadag is geen marktplaats.',
      'Op grond van: Huisregel 3',
      'Dit heeft een mens besloten, geen computer.',
    ]) {
      await expect(affected.getByText(sentence)).toBeVisible()
    }
    await expectNothing(affected, 'statement')
  })
  // Pages close before the server, since a page that loses its connection logs errors.
  for (const page of pages) await page.context().close()
})

test('a father reports one message of a chat', async ({ page, father, product }) => {
  const other = await newFather(product.url, 'Kwame')
  const { id } = await other.client.call(startChat, { body: { participants: [father.user.id] } })
  await other.client.call(sendMessage, { params: { id }, body: { content: 'Heel vervelend bericht' } })
  await signIn(page, father)
  await page.goto(`/chat/${id}`)
  await page.getByRole('button', { name: 'Meer opties voor de chat met Kwame de Tester' }).click()
  await page.getByRole('menuitem', { name: 'Melden' }).click()
  await page.getByLabel('Waar gaat het over?').selectOption('Heel vervelend bericht')
  await page.getByLabel('Pesten, dreigen of ongewenste berichten').check()
  await expect(page.getByText('het gemelde bericht en hooguit tien ervoor en erna')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Versturen' }).click()
  await page.getByRole('button', { name: 'Kwame de Tester blokkeren' }).click()
  await expect(toasts(page)).toContainText('Kwame de Tester is geblokkeerd')
})
