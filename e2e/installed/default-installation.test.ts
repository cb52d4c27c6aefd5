import { demoFather } from '../../tools/father.ts'
import { startProduct, temporaryDataDir } from '../../tools/product.ts'
import { logIn } from '../../tools/screens.ts'
import { expect, test } from '../support/test.ts'

// The other tests have a weather service.
test('a default installation prints nothing red in a visitor’s console', async ({ page, complaints }) => {
  const { dataDir, remove } = temporaryDataDir()
  const product = await startProduct({ DATA_DIR: dataDir })
  try {
    await page.goto(product.url)
    await logIn(page, await demoFather(product))
    const badge = page.getByRole('status').filter({ hasText: '18°C' })
    await expect(badge).toContainText('Amsterdam, NL')
    await badge.getByRole('button', { name: 'Weer opnieuw ophalen' }).click()
    for (const path of ['/playdates', '/places', '/discover', '/profile', '/chat', '/'])
      await page.goto(product.url + path)
    await expect(badge).toBeVisible()
    // What the page still loads would fail when the product is killed.
    await page.goto('about:blank')
    expect(complaints).toEqual([])
  } finally {
    await product.kill()
    remove()
  }
})
