import { logOut } from '@papadag/contract/auth'
import { chatMessages, startChat } from '@papadag/contract/chat'
import { newFather, signIn, unique } from '../../tools/father.ts'
import { startProduct, temporaryDataDir } from '../../tools/product.ts'
import { tabTo } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { acquainted, chatList, connectionLost, field, log, said, send, sendButton, write } from '../support/chat.ts'
import { withoutNetwork } from '../support/complaints.ts'
import { expect, test } from '../support/test.ts'

test.use({ demo: 'off', expectedComplaints: withoutNetwork })

test('messages between two fathers appear in all their tabs at once, are counted, and are read when seen', async ({
  anotherBrowser,
  product,
}) => {
  const { kwame, thijs, id } = await acquainted(product.url)
  const his = await anotherBrowser({ as: kwame })
  const mine = await anotherBrowser({ as: thijs })
  const myOther = await mine.context().newPage()
  await his.goto(`/chat/${id}`)
  await mine.goto(`/chat/${id}`)
  await myOther.goto('/playdates')

  // The typing indicator is sent once, to a father who has the chat open.
  await field(mine).fill('…')
  await expect(sendButton(mine)).toBeEnabled()
  await field(mine).fill('')
  await field(his).fill('Neem')
  await expect(sendButton(his)).toBeEnabled()
  await field(his).pressSequentially(' jij')
  await expect(mine.getByText('is aan het typen…')).toBeVisible()
  await write(his, 'Neem jij de stroop mee?')
  await expect(log(mine).getByText('Neem jij de stroop mee?')).toBeVisible()
  await expect(log(his).getByRole('img', { name: 'Gelezen' }).last()).toBeVisible()
  await expect(field(his)).toHaveValue('')

  // With the chat closed, the message counts as unread on every screen and in the list.
  await mine.goto('/chat')
  await write(his, 'En de schep?')
  const chatItem = myOther.getByRole('navigation', { name: 'Hoofdmenu' }).getByRole('link', { name: /Chat/ })
  await expect(chatItem.getByRole('img', { name: '1 ongelezen' })).toBeVisible()
  await expect(myOther).toHaveTitle(/^\(1\) /)
  await expect(chatList(mine).getByRole('link')).toContainText('En de schep?')
  await expect(log(his).getByRole('img', { name: 'Afgeleverd' })).toBeVisible()
  await chatList(mine).getByRole('link').click()
  await expect(log(mine).getByText('Nieuwe berichten')).toBeVisible()
  await expect(chatItem.getByRole('img')).toBeHidden()
  await expect(myOther).not.toHaveTitle(/^\(/)
  await expect(log(his).getByRole('img', { name: 'Afgeleverd' })).toBeHidden()
  expect(await said(mine)).toEqual(await said(his))
})

test('Enter sends a message and Shift+Enter starts a line, and unsent text survives a reload, per chat', async ({
  anotherBrowser,
  product,
}) => {
  const { kwame, id } = await acquainted(product.url)
  const other = await newFather(product.url, 'Ravi')
  const { id: otherId } = await kwame.client.call(startChat, { body: { participants: [other.user.id] } })
  const page = await anotherBrowser({ as: kwame })
  await page.goto(`/chat/${id}`)
  await expect(sendButton(page)).toBeDisabled()
  await field(page).fill('   ')
  await expect(sendButton(page)).toBeDisabled()
  await field(page).fill('eerste regel')
  await field(page).press('Shift+Enter')
  await field(page).pressSequentially('tweede regel')
  await page.reload()
  await expect(field(page)).toHaveValue('eerste regel\ntweede regel')
  await page.goto(`/chat/${otherId}`)
  await expect(field(page)).toHaveValue('')
  await page.goto(`/chat/${id}`)
  await expect(sendButton(page)).toBeEnabled()
  await field(page).press('Enter')
  await expect(log(page).getByText('eerste regel tweede regel')).toBeVisible()
  await page.reload()
  await expect(field(page)).toHaveValue('')
  await expect(log(page).getByText('eerste regel tweede regel')).toHaveCount(1)
})

test('a message that is too long shows by how much, and cannot be sent', async ({ anotherBrowser, product }) => {
  const { kwame, id } = await acquainted(product.url)
  const page = await anotherBrowser({ as: kwame })
  await page.goto(`/chat/${id}`)
  await field(page).fill('x'.repeat(3990))
  await expect(page.getByText('3990 / 4000')).toBeVisible()
  await expect(sendButton(page)).toBeEnabled()
  await field(page).fill('x'.repeat(4003))
  await expect(page.getByText('3 tekens te veel')).toBeVisible()
  await expect(sendButton(page)).toBeDisabled()
})

test('restarting the server during a chat loses and repeats nothing', async ({ anotherBrowser }) => {
  const { dataDir, remove } = temporaryDataDir()
  const first = await startProduct({ DATA_DIR: dataDir, DEMO: 'off' })
  const { kwame, thijs, id } = await acquainted(first.url)
  const his = await anotherBrowser({ as: kwame, baseURL: first.url })
  const mine = await anotherBrowser({ as: thijs, baseURL: first.url })
  for (const page of [his, mine]) await page.goto(`/chat/${id}`)
  await write(his, 'Voor de herstart')
  await expect(log(mine).getByText('Voor de herstart')).toBeVisible()

  await first.stop()
  await expect(connectionLost(his)).toBeVisible()
  await field(his).fill('Getypt zonder verbinding')
  await field(his).press('Enter')
  await expect(field(his)).toHaveValue('')
  await expect(log(his).getByText('Getypt zonder verbinding')).toBeVisible()
  await expect(log(his).getByText('Voor de herstart')).toBeVisible()

  const second = await startProduct({ DATA_DIR: dataDir, DEMO: 'off', PORT: new URL(first.url).port })
  await send(thijs, id, 'Gemist tijdens de herstart')
  await expect(connectionLost(his)).toBeHidden()
  await expect(log(mine).getByText('Getypt zonder verbinding')).toBeVisible()
  await expect(log(his).getByText('Gemist tijdens de herstart')).toBeVisible()
  const stored = await kwame.client.call(chatMessages, { params: { id } })
  for (const page of [his, mine]) await expect.poll(() => said(page)).toEqual(stored.map(({ content }) => content))
  for (const page of [his, mine]) await page.close()
  await second.stop()
  remove()
})

test('a message that never reached the server is shown as pending, survives a reload, and is then sent once', async ({
  anotherBrowser,
  product,
}) => {
  const { kwame, id } = await acquainted(product.url)
  const page = await anotherBrowser({ as: kwame })
  let isSwallowing = true
  await page.context().routeWebSocket(/\/ws$/, socket => {
    const server = socket.connectToServer()
    socket.onMessage(frame => {
      if (!(isSwallowing && String(frame).includes('send_message'))) server.send(frame)
    })
  })
  await page.goto(`/chat/${id}`)
  const text = unique('Verdwaald')
  await write(page, text)
  await expect(log(page).getByText('wordt verzonden')).toBeVisible()
  await expect(sendButton(page)).toBeDisabled()
  isSwallowing = false
  const second = await page.context().newPage()
  await Promise.all([page.reload(), second.goto(`/chat/${id}`)])
  for (const tab of [page, second]) {
    await expect(log(tab).getByText(text)).toHaveCount(1)
    await expect(log(tab).getByText('wordt verzonden')).toBeHidden()
  }
  const stored = await kwame.client.call(chatMessages, { params: { id } })
  expect(stored.filter(({ content }) => content === text)).toHaveLength(1)
})

test('a stranger’s first message waits under requests, without links, until it is answered', async ({
  anotherBrowser,
}) => {
  // The limit for strangers needs a product with rate limits, which the tests' shared one has not.
  const { dataDir, remove } = temporaryDataDir()
  const limited = await startProduct({ DATA_DIR: dataDir, DEMO: 'off', RATE_LIMIT: 'on' })
  const [stranger, father] = [await newFather(limited.url, 'Bram'), await newFather(limited.url, 'Sem')]
  const his = await anotherBrowser({ as: stranger, baseURL: limited.url })
  await his.goto('/chat')
  await his.getByRole('button', { name: 'Nieuwe chat' }).click()
  const dialog = his.getByRole('dialog', { name: 'Met wie wil je kletsen?' })
  await dialog.getByRole('searchbox').fill('Sem de Tester')
  await dialog
    .getByRole('button', { name: /^Sem de Tester/ })
    .first()
    .click()
  await expect(his).toHaveURL(/\/chat\/\d+$/)
  for (const text of ['een https://example.org/aanbod', 'twee', 'drie']) {
    await write(his, text)
    await expect(log(his).getByText(text)).toBeVisible()
  }
  await expect(field(his)).not.toBeEditable()
  await expect(his.getByText('Zodra Sem antwoordt, kun je weer schrijven')).toBeVisible()

  const mine = await anotherBrowser({ as: father, baseURL: limited.url })
  await mine.goto('/chat')
  const request = mine.getByRole('link', { name: /wil je schrijven/ })
  await request.click()
  await expect(log(mine).getByText('een https://example.org/aanbod')).toBeVisible()
  await expect(log(mine).getByRole('link')).toHaveCount(0)
  await write(mine, 'Nee, dank je.')
  await expect(chatList(mine).getByRole('link')).toContainText('Jij: Nee, dank je.')
  await expect(request).toBeHidden()
  await expect(field(his)).toBeEditable()
  await expect(log(mine).getByRole('link', { name: 'https://example.org/aanbod' })).toBeVisible()

  for (const page of [his, mine]) await page.close()
  await limited.stop()
  remove()
})

test('when the session ends elsewhere, the browser keeps nothing of a chat', async ({ anotherBrowser, product }) => {
  const { kwame, id } = await acquainted(product.url)
  const page = await anotherBrowser({ as: kwame })
  await page.goto(`/chat/${id}`)
  await expect(log(page).getByText('Ha Kwame.')).toBeVisible()
  const kept = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(kept).toContain(`papadag-chat-${kwame.user.id}`)
  await kwame.client.call(logOut)
  await expect(page).toHaveURL(/\/auth/)
  await expect.poll(kept).toEqual([])
})

test('another user’s chat leads back to the list with a notice', async ({ anotherBrowser, product }) => {
  const { id } = await acquainted(product.url)
  const page = await anotherBrowser({ as: await newFather(product.url) })
  await page.goto(`/chat/${id}`)
  await expect(page).toHaveURL(/\/chat$/)
  await expect(page.getByText('Deze chat bestaat niet (meer).')).toBeVisible()
})

test('the chat works with the keyboard alone', async ({ page, product }) => {
  const { kwame } = await acquainted(product.url)
  await signIn(page, kwame)
  await page.goto('/chat')
  await tabTo(page, chatList(page).getByRole('link'))
  await page.keyboard.press('Enter')
  // Opening a chat focuses the message field.
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('Zonder muis')
  await expect(sendButton(page)).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(log(page).getByText('Zonder muis')).toBeVisible()
  await expect(field(page)).toBeFocused()
  await tabTo(page, log(page))
  await tabTo(page, page.getByRole('button', { name: 'Nieuwe chat' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Nieuwe chat' })).toBeFocused()
})

test('on a phone one pane shows at a time, and a long chat starts at the first unread message and stays where the reader is', async ({
  anotherBrowser,
  product,
}) => {
  const { kwame, thijs, id } = await acquainted(product.url)
  for (let n = 1; n <= 250; n += 1) await send(n % 2 ? kwame : thijs, id, `Bericht ${n}`)
  const page = await anotherBrowser({ as: kwame, viewport: { width: 390, height: 844 } })
  await page.goto('/chat')
  await chatList(page).getByRole('link').click()
  await expect(chatList(page)).toBeHidden()
  // Far more than one page is unread.
  await expect(log(page).getByText('Nieuwe berichten')).toBeInViewport()
  await expect(log(page).getByText('Ha Kwame.')).toBeInViewport()
  const end = log(page).getByText('Bericht 250', { exact: true })
  await expect(async () => {
    await log(page).evaluate(element => element.scrollTo(0, element.scrollHeight))
    await expect(end).toBeInViewport({ timeout: 300 })
  }).toPass()

  const first = log(page).getByText('Ha Thijs!')
  await expect(async () => {
    await log(page).evaluate(element => element.scrollBy(0, -2000))
    await expect(first).toBeInViewport({ timeout: 300 })
  }).toPass()
  await expect(log(page).getByText('We bewaren chats 1 week.')).toBeVisible()

  await send(thijs, id, 'Daar ben ik weer')
  await expect(first).toBeInViewport()
  await page.getByRole('button', { name: 'Nieuwe berichten' }).click()
  await expect(log(page).getByText('Daar ben ik weer')).toBeInViewport()
  await page.getByRole('link', { name: 'Terug naar chats' }).click()
  await expect(chatList(page)).toBeVisible()
  await expect(log(page)).toBeHidden()
})

test('axe finds nothing in a chat, its list and the dialog, in either theme', async ({ anotherBrowser, product }) => {
  const { kwame, thijs, id } = await acquainted(product.url)
  const stranger = await newFather(product.url, 'Bram')
  const { id: request } = await stranger.client.call(startChat, { body: { participants: [kwame.user.id] } })
  await send(stranger, request, 'Hoi')
  await send(thijs, id, 'Kijk: https://example.org')
  const page = await anotherBrowser({ as: kwame, reducedMotion: 'reduce' })
  await page.goto('/chat')
  await expect(page.getByRole('link', { name: /Bram wil je schrijven/ })).toBeVisible()
  await expectNothing(page, 'requests')
  await page.getByRole('button', { name: 'Nieuwe chat' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await expectNothing(page, 'new chat')
  await page.goto(`/chat/${id}`)
  await expect(log(page).getByRole('link').last()).toBeVisible()
  await field(page).fill('x'.repeat(4001))
  await expectNothing(page, 'chat with a message that is too long')
})
