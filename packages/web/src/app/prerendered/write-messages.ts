import type { Chat, Message } from '@papadag/contract/chat'
import { read } from './first-replies.ts'

// Beside the list, or without room for its bars, the app lays it out.
const phone = '(width < 48rem) and (height >= 35rem)'
/** More than fit on a screen. */
const count = 25
/** Those before the first unread one that are in view with it. */
const before = 5
const runMs = 5 * 60_000
const maxWaitMs = 1000

/** Writes the last messages of an open chat into its drawing. */
export async function writeMessages(drawing: HTMLElement, log: HTMLElement) {
  if (!matchMedia(phone).matches) return drawing.remove()
  const patterns = drawing.querySelector<HTMLTemplateElement>('#lines')?.content
  const id = Number(location.pathname.split('/')[2])
  const hasFont = Promise.race([
    document.fonts.load('1em "Figtree Variable"'),
    new Promise(done => setTimeout(done, maxWaitMs)),
  ])
  const [{ id: ownId }, chats, messages] = await Promise.all([
    read<{ id: number }>('/api/user'),
    read<Chat[]>('/api/chats'),
    read<Message[]>(`/api/chats/${id}/messages?limit=100`),
    // Lines would break elsewhere in another font.
    hasFont,
  ])
  const chat = chats.find(one => one.id === id)
  // Of several fathers, or with something above the field.
  if (chat?.kind !== 'pair' || chat.readOnly || chat.isRequest || chat.messagesLeft === 0) return
  const { unreadCount, ownReadSeq } = chat
  const unread =
    unreadCount > 0 ? messages.findIndex(({ seq, senderId }) => seq > ownReadSeq && senderId !== ownId) : -1
  const from = Math.max(0, unread < 0 ? messages.length - count : Math.min(unread - before, messages.length - count))
  const shown = messages.slice(from)
  // One becomes a card.
  if (shown.length === 0 || shown.some(({ content }) => content.includes(location.origin))) return

  const pattern = (at: number) => patterns?.children[at]?.cloneNode(true) as HTMLElement // a template has elements
  const lines: HTMLElement[] = []
  for (const [at, message] of shown.entries()) {
    const [previous, next] = [messages[from + at - 1], shown[at + 1]]
    const sent = new Date(message.sentAt)
    const isNewDay = !previous || new Date(previous.sentAt).toDateString() !== sent.toDateString()
    if (isNewDay) lines.push(pattern(4))
    if (from + at === unread) lines.push(pattern(5))
    const follows =
      !isNewDay &&
      from + at !== unread &&
      previous.senderId === message.senderId &&
      +sent - Date.parse(previous.sentAt) < runMs
    const line = pattern((message.senderId === ownId ? 2 : 0) + (follows ? 1 : 0))
    const [text, foot] = line.querySelectorAll('p')
    text?.append(message.content)
    const isLast = next?.senderId !== message.senderId || next.sentAt.slice(0, 16) !== message.sentAt.slice(0, 16)
    if (isLast) foot?.querySelector('time')?.replaceChildren(sent.toTimeString().slice(0, 5))
    else foot?.remove()
    lines.push(line)
  }
  const father = chat.participants.find(one => one.id !== ownId)
  if (father) drawing.querySelector('[data-name]')?.replaceWith(`${father.firstName} ${father.lastName}`.trim())
  // Together, as in the app, so that their margins collapse.
  const chunk = document.createElement('div')
  chunk.append(...lines)
  log.firstElementChild?.replaceChildren(chunk)
  log.scrollTop = log.scrollHeight
  const divider = log.querySelector<HTMLElement>('[data-unread]')
  if (divider) log.scrollTop = Math.min(log.scrollTop, divider.offsetTop - 12)
  drawing.dataset.until = '[role=log] [data-seq]'
}
