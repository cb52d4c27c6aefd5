import { addPlayground, savePlace } from '@papadag/contract/places/places'
import { exportAccount } from '@papadag/contract/users/export'
import { editProfile } from '@papadag/contract/users/users'
import { newFather, signIn, unique } from '../../tools/father.ts'
import { toasts } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a father imports his data from another Papadag’s file after seeing what changes', async ({
  page,
  product,
  father,
}) => {
  const elsewhere = await newFather(product.url, 'Daan')
  const name = unique('De Zandkuil')
  const place = await elsewhere.client.call(addPlayground, { body: { name, latitude: 52.1, longitude: 5.1 } })
  await elsewhere.client.call(savePlace, { params: { id: place.id } })
  await elsewhere.client.call(editProfile, {
    body: { bio: '<b>Bouwt hutten.</b>', city: 'Utrecht', childrenInfo: [{ name: 'Mees', age: 4 }] },
  })
  const exported = await elsewhere.client.call(exportAccount)
  const gone = { placeId: 1, placeName: 'De Gedempte Gracht', type: 'playground', latitude: 1, longitude: 1 }
  const file = (content: unknown) => ({
    name: 'papadag-export-2026-11-20.json',
    mimeType: 'application/json',
    buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
  })
  await signIn(page, father)
  await page.goto('/profile?tab=settings&section=data')
  const input = page.locator('input[accept*="json"]')
  const problem = page.getByRole('alert').filter({ hasText: /./ })

  await test.step('a file that is not an export is refused with a sentence', async () => {
    for (const [content, sentence] of [
      ['{"a":', 'Dit bestand is beschadigd, of geen export van een Papadag.'],
      [{ format: 'mobilizon' }, 'Dit is geen export van een Papadag.'],
      [{ ...exported, version: 2 }, 'Deze export komt van een nieuwere Papadag'],
      [{ ...exported, account: { bio: 'x'.repeat(900) } }, /lang/],
    ] as const) {
      await input.setInputFiles(file(content))
      await expect(problem).toContainText(sentence)
    }
  })

  const dialog = page.getByRole('dialog', { name: 'Overnemen van een andere Papadag' })
  await test.step('the father sees what changes and what stays behind, and deselects one part', async () => {
    await input.setInputFiles(file({ ...exported, favoritePlaces: [...exported.favoritePlaces, gone] }))
    await expect(dialog).toContainText('<b>Bouwt hutten.</b>')
    await expect(dialog).toContainText('Mees')
    await expect(dialog).toContainText(name)
    await expect(dialog).toContainText('Kennen we hier niet, op naam en plek: De Gedempte Gracht.')
    await expect(problem).toHaveCount(0)
    await expectNothing(page, 'what changes')
    await dialog.getByRole('checkbox', { name: /1 favoriete plek/ }).uncheck()
    await dialog.getByRole('button', { name: 'Neem over' }).click()
    await expect(toasts(page)).toContainText('Overgenomen')
    await expect(dialog).toHaveCount(0)
    const after = await father.client.call(exportAccount)
    expect(after.account).toMatchObject({
      username: father.user.username,
      bio: '<b>Bouwt hutten.</b>',
      city: 'Utrecht',
      childrenInfo: [{ name: 'Mees' }],
    })
    expect(after.favoritePlaces).toEqual([])
  })

  await test.step('a second import offers only what is missing', async () => {
    const opened = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Kies het bestand' }).press('Enter')
    await (await opened).setFiles(file(exported))
    await expect(dialog.getByRole('checkbox')).toHaveCount(1)
    await expect(dialog).toContainText('1 ding is er hier al en blijft zoals het is.')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Kies het bestand' })).toBeFocused()
  })
})
