import { expect, test } from '../support/test.ts'
import { countTaps } from './count.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a new father has an account after nine taps', async ({ page }) => {
  const name = `bas${Date.now() % 1e6}`
  await page.goto('/')
  const counted = await countTaps(page)
  await page.getByRole('tab', { name: 'Registreren' }).click()
  const answers = {
    Voornaam: 'Bas',
    Achternaam: 'Dekker',
    Gebruikersnaam: name,
    'E-mail': `${name}@a.nl`,
    Wachtwoord: 'emmer+schep',
    'Nog een keer': 'emmer+schep',
  }
  for (const [label, answer] of Object.entries(answers)) {
    const field = page.getByLabel(label, { exact: true })
    await field.click()
    await field.pressSequentially(answer)
  }
  await page.getByRole('button', { name: 'Account maken' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bas')
  const { taps, characters } = await counted()
  expect(taps).toBeLessThanOrEqual(9)
  expect(characters).toBeLessThanOrEqual(58)
})
