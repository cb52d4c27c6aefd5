import { addPlayground } from '@papadag/contract/places/places'
import { editProfile, editSettings } from '@papadag/contract/users/users'
import type { Page } from '@playwright/test'
import { type Father, newFather, newPlaydate, signIn, unique } from '../../tools/father.ts'
import { cardOf, join, resize } from '../../tools/screens.ts'
import { tagOfSize } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

const here = { latitude: 51.5719, longitude: 4.7683 }

/** Noon of the next Wednesday, in the week of the tests' browser. */
function wednesday(): Date {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + ((10 - now.getDay()) % 7), 12)
}

async function planNear(host: Father, start: Date, kmNorth: number) {
  const place = await host.client.call(addPlayground, {
    body: { name: unique('Speeltuin'), ...here, latitude: here.latitude + kmNorth / 111.2 },
  })
  return newPlaydate(host, {
    placeId: place.id,
    startTime: start.toISOString(),
    endTime: new Date(start.getTime() + 1_800_000).toISOString(),
  })
}

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(`on a ${name}`, { tag: tagOfSize(name) }, () => {
    test.use({ viewport })

    test('three taps from home find a playdate this weekend within 5 km', async ({ page, father, product }) => {
      const host = await newFather(product.url)
      await father.client.call(editSettings, { body: { neighbourhood: here } })
      const saturday = new Date(wednesday().getTime() + 3 * 86_400_000)
      const wanted = await planNear(host, saturday, 2)
      const tooFar = await planNear(host, saturday, 9)
      const later = await planNear(host, new Date(saturday.getTime() + 7 * 86_400_000), 2)
      await page.clock.setFixedTime(wednesday())
      await signIn(page, father)
      await page.goto('/')
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /afspraken/i })
        .locator('visible=true')
        .first()
        .click()
      await page.getByRole('button', { name: 'Dit weekend' }).click()
      await page.getByRole('button', { name: 'Binnen 5 km' }).click()
      await expect(page).toHaveURL('/playdates?km=5&day=weekend')
      await expect(cardOf(page, wanted.title)).toContainText('km')
      for (const { title } of [tooFar, later]) await expect(cardOf(page, title)).toHaveCount(0)
      await expect(page.getByText(/buiten je keuze/)).toBeVisible()
      await expectNoOverflow(page)

      // The filter is remembered until the father shows all playdates.
      await page.goto('/')
      await page.goto('/playdates')
      await expect(page).toHaveURL('/playdates?km=5&day=weekend')
      await page.getByRole('button', { name: 'Toon alles' }).click()
      await expect(cardOf(page, tooFar.title)).toBeVisible()
      await expect(page).toHaveURL('/playdates')
    })

    test('two taps lead from an open playdate to a message to a participant', async ({ page, father, product }) => {
      const host = await newFather(product.url, 'Kwame')
      const { title } = await newPlaydate(host)
      await signIn(page, father)
      await page.goto('/playdates')
      await page.getByRole('link', { name: title }).click()
      await page.getByRole('dialog').getByRole('button', { name: /Kwame/, expanded: false }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Stuur Kwame een bericht' }).click()
      await expect(page).toHaveURL(/\/chat\/\d+/)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Kwame')
    })

    test('two taps on a card join with two children, and the chat shows the joint playdate', async ({
      page,
      father,
      product,
    }) => {
      const host = await newFather(product.url, 'Youssef')
      const { title } = await newPlaydate(host)
      const childrenInfo = ['Noor', 'Mees'].map((child, index) => ({ name: child, age: 3 + index }))
      await father.client.call(editProfile, { body: { childrenInfo } })
      await signIn(page, father)
      await page.goto('/playdates')
      await join(cardOf(page, title))
      await expect(cardOf(page, title)).toContainText('4 / 5')
      await expect(cardOf(page, title).getByRole('button', { name: /^Je gaat mee/ })).toBeFocused()

      await page.getByRole('link', { name: title }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Youssef/, expanded: false })
        .click()
      await page.getByRole('dialog').getByRole('button', { name: 'Stuur Youssef een bericht' }).click()
      await expect(page.getByRole('link', { name: `Jullie gaan samen naar ${title}` })).toBeVisible()
    })
  })
}

async function expectNoOverflow(page: Page) {
  await resize(page, { width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
}
