import { startChat } from '@papadag/contract/chat'
import type { Page } from '@playwright/test'
import { newFather, newPlaydate, unique } from '../../tools/father.ts'
import { cardOf, logIn, show } from '../../tools/screens.ts'
import { expect, test } from '../support/test.ts'

/** A translator's extension: it replaces every text by elements with its own, at once and whenever the page changes. */
function keepTranslating(page: Page) {
  return page.addInitScript(() => {
    const isOwn = 'font, script, style, textarea, select, option, svg'
    const translate = (node: Node) => {
      const texts = node instanceof Text ? [node] : []
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest(isOwn)) continue
        const outer = document.createElement('font')
        outer.appendChild(document.createElement('font')).append(text.data)
        text.replaceWith(outer)
      }
    }
    new MutationObserver(records => {
      for (const { addedNodes } of records) for (const node of addedNodes) if (node.isConnected) translate(node)
    }).observe(document, { childList: true, subtree: true })
  })
}

const noError = (page: Page) => expect(page.getByText('Er ging iets mis')).toHaveCount(0)

test('a father whose page is translated logs in, plans, edits, cancels, joins, leaves, writes and looks around', async ({
  page,
  product,
  father,
}) => {
  const host = await newFather(product.url)
  const theirs = await newPlaydate(host)
  await keepTranslating(page)
  await page.goto('/auth')
  await logIn(page, { username: father.user.username, password: father.password })
  await expect(page.getByRole('navigation', { name: 'Hoofdmenu' })).toBeVisible()
  await expect(page.locator('h1 font, h2 font').first()).toBeVisible()

  const title = unique('Vertaald')
  await page.goto('/create')
  await page.getByLabel('Wat gaan we doen?').fill(title)
  await page.getByLabel('Waar?').fill('Dichtbij')
  await page.getByRole('button', { name: 'Speelafspraak maken' }).click()
  await expect(cardOf(page, title)).toBeVisible()
  await noError(page)

  const { id: moved, title: before } = await newPlaydate(father)
  await page.goto(`/edit-playdate/${moved}`)
  const changed = unique('Verzet')
  await page.getByLabel('Wat gaan we doen?').fill(changed)
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(cardOf(page, changed)).toBeVisible()
  await expect(page.getByText(before)).toHaveCount(0)
  await noError(page)
  const question = page.getByRole('alertdialog')
  const ask = async () => {
    await cardOf(page, changed).getByRole('button', { name: 'Meer opties' }).click()
    await page.getByRole('menuitem', { name: 'Verwijderen' }).click()
    await expect(question.locator('font').first()).toBeVisible()
  }
  await ask()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await ask()
  await question.getByRole('button', { name: 'Verwijderen' }).click()
  await expect(cardOf(page, changed)).toHaveCount(0)
  await noError(page)

  await page.goto('/profile?tab=settings&section=privacy')
  const setting = page.getByRole('switch').first()
  const wasOn = await setting.isChecked()
  const saved = page.waitForResponse(response => response.request().method() === 'PATCH')
  await setting.click()
  await saved
  await expect(setting).toBeChecked({ checked: !wasOn })
  await page.reload()
  await expect(page.getByRole('switch').first()).toBeChecked({ checked: !wasOn })
  await noError(page)

  await page.goto(`/playdates?open=${theirs.id}`)
  const sheet = page.getByRole('dialog', { name: theirs.title })
  await sheet.getByRole('button', { name: 'Ik kom alleen' }).click()
  await expect(sheet.getByRole('button', { name: 'Afmelden' }).first()).toBeVisible()
  await noError(page)
  await sheet.getByRole('button', { name: 'Afmelden' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Afmelden' }).click()
  await expect(sheet.getByRole('button', { name: 'Ik kom alleen' })).toBeVisible()
  await noError(page)

  const { id: chatId } = await father.client.call(startChat, { body: { participants: [host.user.id] } })
  await page.goto(`/chat/${chatId}`)
  await page.getByRole('textbox', { name: /^Bericht aan/ }).fill('Tot woensdag')
  await page.getByRole('button', { name: 'Versturen' }).click()
  await expect(page.getByRole('log').getByText('Tot woensdag')).toBeVisible()
  await noError(page)

  for (const path of screens) {
    await show(page, path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await noError(page)
  }
})

/** The screens of a member, by their addresses. */
const screens = [
  '/',
  '/playdates',
  '/places',
  '/playground-map',
  '/discover',
  '/users',
  '/chat',
  '/profile?mode=edit',
  '/profile?tab=settings&section=privacy',
  '/polls',
  '/notifications',
]
