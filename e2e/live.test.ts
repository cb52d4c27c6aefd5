import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import { newFather, newPlaydate, unique } from '../tools/father.ts'
import { startProduct, temporaryDataDir } from '../tools/product.ts'
import { withoutNetwork } from './support/complaints.ts'
import { expect, test } from './support/test.ts'

test.use({ expectedComplaints: withoutNetwork })

test('three tabs reconnect after a server restart and show the changes made meanwhile', async ({ anotherBrowser }) => {
  const { dataDir, remove } = temporaryDataDir()
  const first = await startProduct({ DATA_DIR: dataDir, DEMO: 'off' })
  const port = new URL(first.url).port
  const host = await newFather(first.url, 'Kwame')
  const guest = await newFather(first.url, 'Thijs')
  const playdate = await newPlaydate(host)

  const hostTab = await anotherBrowser({ as: host, baseURL: first.url })
  const guestTab = await anotherBrowser({ as: guest, baseURL: first.url })
  const secondTab = await guestTab.context().newPage()
  const tabs = [hostTab, guestTab, secondTab]
  for (const tab of tabs) {
    await tab.goto('/playdates')
    await expect(tab.getByRole('article')).toHaveCount(1)
  }

  await first.stop()
  // Tabs reconnect 3 s after their connection closed, and learn only then what has happened in the meantime.
  const second = await startProduct({ DATA_DIR: dataDir, DEMO: 'off', PORT: port })
  const title = unique('Na de herstart')
  await newPlaydate(host, { title })
  await guest.client.call(joinPlaydate, { params: { id: playdate.id }, body: { children: 2 } })
  for (const tab of tabs) {
    await expect(tab.getByRole('heading', { name: title })).toBeVisible()
    await expect(tab.getByRole('article').filter({ hasText: playdate.title })).toContainText('4 / 5')
  }

  // The tabs are connected again, so this playdate arrives live.
  const later = unique('En daarna')
  await newPlaydate(host, { title: later })
  for (const tab of tabs) await expect(tab.getByRole('heading', { name: later })).toBeVisible()

  for (const tab of tabs) await tab.close()
  await second.stop()
  remove()
})
