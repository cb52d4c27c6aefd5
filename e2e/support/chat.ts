import { sendMessage, startChat } from '@papadag/contract/chat'
import { expect, type Page } from '@playwright/test'
import { type Father, newFather } from '../../tools/father.ts'

export const log = (page: Page) => page.getByRole('log')
export const field = (page: Page) => page.getByRole('textbox', { name: /^Bericht aan/ })
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Versturen' })
export const chatList = (page: Page) => page.getByRole('list', { name: 'Chats' })
export const connectionLost = (page: Page) =>
  page.getByRole('status').getByText('Verbinding verbroken. We proberen het opnieuw…')

/** Two fathers with a chat in which both have written. */
export async function acquainted(url: string) {
  const [kwame, thijs] = [await newFather(url, 'Kwame'), await newFather(url, 'Thijs')]
  const { id } = await kwame.client.call(startChat, { body: { participants: [thijs.user.id] } })
  await send(kwame, id, 'Ha Thijs!')
  await send(thijs, id, 'Ha Kwame.')
  return { kwame, thijs, id }
}

/** Sends a message without a screen. */
export const send = ({ client }: Father, id: number, content: string) =>
  client.call(sendMessage, { params: { id }, body: { content } })

/** Types and sends a message once the chat is connected. */
export async function write(page: Page, text: string) {
  await field(page).fill(text)
  await expect(sendButton(page)).toBeEnabled()
  await field(page).press('Enter')
}

/** The texts of the bubbles. */
export const said = (page: Page) => log(page).locator('p[dir=auto]').allInnerTexts()
