import { languages } from '@papadag/contract/limits'
import { newFather, newPlaydate, signIn } from '../tools/father.ts'
import { cardOf, join, toasts } from '../tools/screens.ts'
import { expect, test } from './support/test.ts'

// Restores the weather service for the next test of this worker.
test.afterEach(({ weather }) => {
  weather.place = { name: 'Amsterdam', country: 'NL' }
  weather.mood.weather = 'well'
})

test('home shows the weather, and asks for the position once per browser', async ({
  page,
  father,
  weather,
  context,
}) => {
  weather.place = { name: 'Eindhoven', country: 'NL' }
  await context.grantPermissions(['geolocation'])
  // A position that no other test uses, since the server would answer a known one from its cache.
  await context.setGeolocation({ latitude: 51.441642, longitude: 5.469722 })
  await signIn(page, father)
  await page.goto('/')
  await expect(toasts(page)).toContainText('Mogen we weten waar je bent?')
  const asked = weather.asked.length
  await toasts(page).getByRole('button', { name: 'Toestaan' }).click()
  const badge = page.getByRole('status').filter({ hasText: '°C' })
  await expect(badge).toContainText('9°C')
  await expect(badge).toContainText('Regen')
  await expect(badge).toContainText('Eindhoven, NL')
  // Positions are sent no more precisely than a neighbourhood.
  expect(weather.asked.length).toBeGreaterThan(asked)
  for (const { query } of weather.asked.slice(asked)) expect(query).toMatchObject({ lat: '51.44', lon: '5.47' })

  await page.reload()
  await expect(badge).toContainText('Eindhoven, NL')
  await expect(page.getByText('Mogen we weten waar je bent?')).toHaveCount(0)
})

test('home shows the next playdates, and a father joins one from there', async ({ page, father, product }) => {
  // The playdate that begins next comes first.
  const startTime = new Date(Date.now() + 60_000).toISOString()
  const { title } = await newPlaydate(await newFather(product.url), { startTime })
  await signIn(page, father)
  await page.goto('/')
  const upcoming = page.getByRole('region', { name: 'Binnenkort samen' })
  await join(cardOf(page, title))
  await expect(upcoming.getByRole('button', { name: 'Afmelden' })).toBeVisible()
  await upcoming.getByRole('link', { name: 'Alles bekijken' }).click()
  await expect(page).toHaveURL('/playdates')
  await expect(cardOf(page, title).getByRole('button', { name: 'Afmelden' })).toBeVisible()
})

for (const [mood, latitude] of [
  ['well', 52.09],
  ['failing', 53.21],
] as const)
  test(`from the second opening on, the greeting and the banner of home are small on a phone in every language, with the weather service ${mood}`, async ({
    product,
    anotherBrowser,
    weather,
  }) => {
    const page = await anotherBrowser({
      as: await newFather(product.url, 'Daan'),
      viewport: { width: 390, height: 844 },
      permissions: ['geolocation'],
      geolocation: { latitude, longitude: 5.12 },
    })
    weather.mood.weather = mood
    // The longest greeting.
    await page.clock.setFixedTime(new Date(`${new Date().toISOString().slice(0, 10)}T15:00:00`))
    await page.goto('/')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('today_height'))).toBeTruthy()
    for (const language of languages) {
      await page.evaluate(chosen => localStorage.setItem('language', chosen), language)
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      const greeting = page.locator('section').filter({ has: page.getByRole('heading', { level: 1 }) })
      await expect(greeting.getByRole('status')).toContainText('°C')
      const banner = page.locator('section').filter({ has: page.getByRole('button', { name: /info/i }) })
      const heightOf = async (part: typeof banner) => (await part.first().boundingBox())?.height ?? Number.NaN
      expect.soft(await heightOf(greeting), `the greeting in ${language}`).toBeLessThanOrEqual(140)
      expect.soft(await heightOf(banner), `the banner in ${language}`).toBeLessThanOrEqual(72)
    }
  })
