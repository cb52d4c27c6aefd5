import { sendMessage } from '@papadag/contract/chat'
import { makeInvite } from '@papadag/contract/invites'
import { deletePlaydate, editPlaydate } from '@papadag/contract/playdates/playdates'
import { newPlaydate, signIn, unique } from '../../tools/father.ts'
import { resize } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { acquainted, chatList, log, send } from '../support/chat.ts'
import { contentsOf } from '../support/screen-contents.ts'
import { expect, test } from '../support/test.ts'

test.use({
  demo: 'off',
  viewport: { width: 390, height: 844 },
  timezoneId: 'Europe/Amsterdam',
  contextOptions: { reducedMotion: 'reduce' },
})

test('an invitation in a chat shows the playdate as it is now: moved, joined from there, or cancelled', {
  tag: '@both-databases',
}, async ({ page, product }) => {
  const { kwame, thijs, id } = await acquainted(product.url)
  const title = unique('Modderen')
  const playdate = await newPlaydate(thijs, { title })
  const params = { id: playdate.id }
  const { url } = await thijs.client.call(makeInvite, { params, body: {} })
  await thijs.client.call(sendMessage, {
    params: { id },
    body: { content: `Kom je ook? ${url}`, asksTo: playdate.id },
  })
  await signIn(page, kwame)
  await page.goto(`${product.url}/chat`)
  await expect(chatList(page).getByText('Kom je ook?')).toBeVisible()
  await expect(chatList(page).getByText('/i/')).toHaveCount(0)
  await chatList(page).getByText('Thijs').click()
  const card = log(page).getByRole('article').first()
  await expect(card.getByRole('link', { name: title })).toBeVisible()
  await expect(log(page).getByText('/i/')).toHaveCount(0)

  await test.step('it is moved', async () => {
    const [startTime, endTime] = [playdate.startTime, playdate.endTime].map(time => {
      const moved = new Date(Date.parse(time))
      moved.setUTCMinutes(37)
      return new Date(moved.getTime() + 2 * 3_600_000).toISOString()
    })
    await thijs.client.call(editPlaydate, {
      params,
      body: { ...playdate, startTime: startTime ?? '', endTime: endTime ?? '' },
    })
    await expect(card.getByText(':37')).toBeVisible()
    await page.goto(`${product.url}/notifications`)
    await expect(page.getByText('Je bent hiervoor gevraagd')).toBeVisible()
    await page.goBack()
    await expect(card.getByText(':37')).toBeVisible()
  })

  await test.step('it fits and reads well, also on a small phone', async () => {
    await resize(page, { width: 320, height: 640 })
    expect((await contentsOf(page)).overflowing).toEqual([])
    await expectNothing(page, 'a chat with an invitation')
    await resize(page, { width: 390, height: 844 })
  })

  await test.step('he joins there, and Back closes the question first', async () => {
    await card.getByRole('button', { name: `Ik doe mee: ${title}` }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(card).toBeVisible()
    await card.getByRole('button', { name: `Ik doe mee: ${title}` }).click()
    await dialog.getByRole('button', { name: 'Ik kom alleen' }).click()
    await expect(card.getByText('Je gaat mee')).toBeVisible()
    await expect(card.getByRole('link', { name: title })).toHaveAttribute('href', `/playdates?open=${playdate.id}`)
  })

  await test.step('the address of another playdate for members is its card too', async () => {
    const other = await newPlaydate(thijs, { title: unique('Vissen') })
    await send(thijs, id, `En deze? ${product.url}/playdates?open=${other.id}`)
    const second = log(page).getByRole('article').filter({ hasText: other.title })
    // It grows when its playdate is read, and the end of the chat stays in view.
    await expect(second.getByRole('button', { name: `Ik doe mee: ${other.title}` })).toBeInViewport({ ratio: 1 })
    await thijs.client.call(deletePlaydate, { params: { id: other.id }, body: {} })
    await expect(log(page).getByText('Deze speelafspraak is er niet meer')).toBeVisible()
  })

  await test.step('it is cancelled', async () => {
    await thijs.client.call(deletePlaydate, { params, body: {} })
    await expect(card.getByText('Gaat niet door')).toBeVisible()
    await expect(card.getByRole('button')).toHaveCount(0)
  })
})
