import { matches } from '@papadag/contract/matches'
import { editSettings } from '@papadag/contract/users/users'
import { establishedFather, signIn } from '../../tools/father.ts'
import { expectNothing } from '../support/axe.ts'
import { tagOfSize } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

// A separate father each time, since a father who changes his days more than three times learns nothing new for a day.
for (const [name, { username, ...viewport }] of Object.entries({
  phone: { username: 'daan', width: 390, height: 844 },
  'small phone': { username: 'minh', width: 320, height: 640 },
  desktop: { username: 'olivier', width: 1280, height: 800 },
})) {
  test.describe(`on a ${name}`, { tag: tagOfSize(name) }, () => {
    test.use({ viewport })

    test('a father says which day is his, sees who shares it and why, and plans something with them in one tap', async ({
      page,
      product,
    }) => {
      const father = await establishedFather(product, username)
      await father.client.call(editSettings, { body: { papaDays: [] } })
      await signIn(page, father)
      await page.goto('/')
      const home = page.getByRole('region', { name: 'Welke dag is jouw papadag?' })
      await home.getByRole('link', { name: 'Vertel welke dagen van jou zijn' }).click()
      const section = page.getByRole('region', { name: 'Mijn papadagen' })
      await expect(section.getByRole('heading')).toBeFocused()
      await section.getByRole('checkbox', { name: 'woensdag, ochtend' }).check()
      await section.getByRole('checkbox', { name: 'woensdag, middag' }).check()
      await expectNothing(page, 'settings with papa days')
      await expect(page.getByText('Bewaard', { exact: true })).toBeVisible()
      await expect
        .poll(async () => (await father.client.call(matches, { query: { day: 'wed' } })).length)
        .toBeGreaterThan(2)

      await page.goto('/discover')
      await expect(page.getByRole('article').filter({ hasText: 'Ook vrij op woensdag' }).first()).toBeVisible()
      await expectNothing(page, 'discover with shared days')

      await page.goto('/')
      const free = page.getByRole('region', { name: 'Jouw woensdag' })
      await expect(free).toContainText(/\d+ papa’s zijn vrij/)
      await expectNothing(page, 'home with fathers who are free too')
      await free.getByRole('link', { name: 'Plan iets' }).click()
      await expect(page).toHaveURL(/\/create\?date=20\d\d-\d\d-\d\d&ask=/)
      await expect(page.getByText(/Hierna kun je .* mee vragen/)).toBeVisible()
      await page.goBack()
      await expect(free).toBeVisible()
    })
  })
}
