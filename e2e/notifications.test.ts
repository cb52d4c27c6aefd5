import { deletePlaydate, joinPlaydate } from '@papadag/contract/playdates'
import { newFather, newPlaydate, signIn } from './support/father.ts'
import { expect, test } from './support/test.ts'

test('the bell tells a father at once that a playdate is cancelled, until he has looked', async ({
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
  await expect(page.getByText(`‘${title}’ gaat niet door`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Meldingen', exact: true })).toBeFocused()

  await page.reload()
  await page.getByRole('button', { name: 'Meldingen', exact: true }).click()
  await expect(page.getByText(`‘${title}’ gaat niet door`)).toBeVisible()
})
