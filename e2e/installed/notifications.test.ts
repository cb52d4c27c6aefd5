import { notifications } from '@papadag/contract/notifications'
import { deletePlaydate, joinPlaydate, undoCancel } from '@papadag/contract/playdates/playdates'
import { newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { expect, test } from '../support/test.ts'

test('the bell shows changes of a playdate at once, until they are marked as read', async ({
  page,
  father,
  product,
}) => {
  const host = await newFather(product.url, 'Thijs')
  const { id, title } = await newPlaydate(host)
  await father.client.call(joinPlaydate, { params: { id }, body: {} })
  await signIn(page, father)
  await page.goto('/playdates')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Meldingen', exact: true })).toBeVisible()

  await host.client.call(deletePlaydate, { params: { id } })
  await page.getByRole('button', { name: 'Meldingen, 1 nieuw' }).click()
  const bell = page.getByRole('dialog', { name: 'Meldingen' })
  const today = bell.getByRole('region', { name: 'Vandaag' })
  await expect(today.getByText('Thijs heeft afgezegd')).toBeVisible()
  await host.client.call(undoCancel, { params: { id } })
  await expect(today.getByText('Thijs laat het toch doorgaan')).toBeVisible()
  await expect(today.getByRole('link', { name: title })).toHaveCount(1)

  await bell.getByRole('button', { name: 'Als gelezen markeren' }).first().click()
  await expect(bell.getByRole('button', { name: 'Alles gelezen' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Meldingen', exact: true })).toBeFocused()

  await page.reload()
  await page.getByRole('button', { name: 'Meldingen', exact: true }).click()
  await expect(today.getByText('Thijs laat het toch doorgaan')).toBeVisible()
})

test('opening the playdate marks its notifications as read', async ({ page, father, product }) => {
  const host = await newFather(product.url, 'Thijs')
  const { id, title } = await newPlaydate(host)
  await father.client.call(joinPlaydate, { params: { id }, body: {} })
  await host.client.call(deletePlaydate, { params: { id } })
  await host.client.call(undoCancel, { params: { id } })
  await signIn(page, father)
  await page.goto('/')
  await page.getByRole('button', { name: /^Meldingen, \d nieuw/ }).click()
  await page.getByRole('dialog', { name: 'Meldingen' }).getByRole('link', { name: title }).click()
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  await expect.poll(async () => (await father.client.call(notifications)).map(({ isRead }) => isRead)).toEqual([true])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Meldingen', exact: true })).toBeVisible()
})

test('a notification has a face, a reason and one thing to do, and the settings are one tap away', async ({
  page,
  father,
  product,
}) => {
  const host = await newFather(product.url, 'Thijs')
  const { id } = await newPlaydate(host)
  await father.client.call(joinPlaydate, { params: { id }, body: {} })
  await host.client.call(deletePlaydate, { params: { id }, body: { reason: 'Mila heeft koorts' } })
  await signIn(page, father)
  await page.goto('/notifications')
  const today = page.getByRole('region', { name: 'Vandaag' })
  await expect(today.getByText('Thijs heeft afgezegd')).toBeVisible()
  await expect(today.getByText('Mila heeft koorts')).toBeVisible()
  await today.getByRole('button', { name: 'Stuur een bericht: Thijs' }).click()
  await expect(page).toHaveURL(/\/chat\/\d+$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Meldingen instellen' }).click()
  await expect(page.getByRole('heading', { name: 'Meldingen', exact: true })).toBeInViewport()
})
