import { startChat } from '@papadag/contract/chat'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { newFather } from '../../tools/father.ts'
import { isNightly } from '../../tools/nightly.ts'
import { createDatabase } from '../../tools/postgres.ts'
import { startProduct, temporaryDataDir } from '../../tools/product.ts'
import { log, send } from '../support/chat.ts'
import { expect, test } from '../support/test.ts'

test.use({ demo: 'off' })

const length = isNightly ? 10_000 : 2000
// The messages on the screen, and as many before and after them as scrolling needs.
const bubblesAtMost = 600

/** Inserts a week of messages between two fathers directly into the database, before the server loads their chat. */
async function tellEachOther(databaseUrl: string, chatId: number) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(
    `insert into messages (chat_id, seq, sender_id, content, sent_at)
     select $1, n, ids[1 + (n % 3 = 0)::int], 'Bericht ' || n || repeat(' met iets erachter', n % 7),
            now() - make_interval(secs => ($2 - n) * 40)
       from generate_series(1, $2) n, (select array_agg(user_id) as ids from memberships where chat_id = $1) members`,
    [chatId, length],
  )
  await client.query('update chats set last_seq = $2, requested_by = null where id = $1', [chatId, length])
  await client.query('update memberships set read_seq = $2 where chat_id = $1', [chatId, length])
  await client.end()
}

const bubbles = (page: Page) => log(page).locator('[data-seq]')
const earliest = async (page: Page) => Number(await bubbles(page).first().getAttribute('data-seq'))

/** Scrolls to the top, and returns how far the message at the top of the screen then moves without being scrolled. */
function upOnce(page: Page) {
  return log(page).evaluate(async element => {
    element.scrollTop = 0
    const top = [...element.querySelectorAll<HTMLElement>('[data-seq]')].find(
      bubble => bubble.getBoundingClientRect().bottom > element.getBoundingClientRect().top,
    )
    const before = top?.getBoundingClientRect().top ?? 0
    const height = element.scrollHeight
    // Either older messages have arrived, or there are none.
    for (let frames = 0; frames < 120 && element.scrollHeight === height; frames += 1) {
      await new Promise(requestAnimationFrame)
    }
    return {
      movedPx: Math.abs((top?.isConnected ? top.getBoundingClientRect().top : before) - before),
      bubbles: element.querySelectorAll('[data-seq]').length,
    }
  })
}

test('scrolling through thousands of messages renders few of them and never jumps', async ({ anotherBrowser }) => {
  // Its pages load one after another.
  test.setTimeout(300_000)
  const { dataDir, remove } = temporaryDataDir()
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('This test needs PostgreSQL: run it through "npm run check -- e2e".')
  const databaseUrl = createDatabase(server, `history_${Date.now()}`)
  const product = await startProduct({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: 'off' })
  const [kwame, thijs] = [await newFather(product.url, 'Kwame'), await newFather(product.url, 'Thijs')]
  const { id } = await kwame.client.call(startChat, { body: { participants: [thijs.user.id] } })
  await tellEachOther(databaseUrl, id)

  const page = await anotherBrowser({ as: kwame, baseURL: product.url, viewport: { width: 390, height: 844 } })
  await page.goto(`/chat/${id}`)
  await expect(log(page).locator(`[data-seq='${length}']`)).toBeInViewport()
  expect(await bubbles(page).count()).toBeLessThanOrEqual(bubblesAtMost)

  // At the top, older messages load without further scrolling, even beyond those cached in this browser.
  const goUpTo = async (seq: number) => {
    for (let top = await earliest(page); top > seq; top = await earliest(page)) {
      await log(page).evaluate(element => element.scrollTo(0, 0))
      await expect.poll(() => earliest(page)).toBeLessThan(top)
    }
  }
  await goUpTo(length - 210)
  await page.reload()
  await expect(log(page).locator(`[data-seq='${length}']`)).toBeInViewport()
  await goUpTo(length - 310)

  const first = log(page).locator('[data-seq="1"]')
  const most = { bubbles: 0, movedPx: 0 }
  await expect(async () => {
    for (let times = 0; times < 25 && (await first.count()) === 0; times += 1) {
      const { bubbles: count, movedPx } = await upOnce(page)
      most.bubbles = Math.max(most.bubbles, count)
      most.movedPx = Math.max(most.movedPx, movedPx)
    }
    await log(page).evaluate(element => element.scrollTo(0, 0))
    await expect(first).toBeInViewport({ timeout: 500 })
  }).toPass({ timeout: 240_000 })
  expect(most.bubbles).toBeLessThanOrEqual(bubblesAtMost)
  expect(most.movedPx).toBeLessThanOrEqual(1)

  await send(thijs, id, 'En toen was er koffie')
  const toEnd = page.getByRole('button', { name: 'Nieuwe berichten' })
  await expect(toEnd).toBeVisible()
  await expect(first).toBeInViewport()
  await toEnd.click()
  await expect(log(page).getByText('En toen was er koffie')).toBeInViewport()
  await expect(toEnd).toBeHidden()
  await expect(first).toHaveCount(0)
  expect(await bubbles(page).count()).toBeLessThanOrEqual(bubblesAtMost)

  await page.close()
  await product.stop()
  remove()
})
