import 'fake-indexeddb/auto'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../platform/language.ts'
import { show } from '../../testing/show.tsx'
import { Composer } from './composer.tsx'
import { conversation, forgetConversations } from './conversations.ts'

const chatId = 5

beforeEach(() => showLanguage('nl'))
afterEach(forgetConversations)

const compose = (changes: Partial<Parameters<typeof Composer>[0]> = {}) =>
  show(<Composer chatId={chatId} ownId={1} partnerName="Kwame" isConnected isSending={false} {...changes} />, '/chat/5')
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Bericht aan Kwame' })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Versturen' })
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const written = () => conversation(chatId).pending.map(({ content }) => content)

test('Enter sends what is written and Shift+Enter does not', () => {
  compose()
  type('  Hoi  ')
  fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true })
  expect(written()).toEqual([])
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(written()).toEqual(['Hoi'])
  expect(field().value).toBe('')
})

test('Enter that ends a composed word sends nothing, also where the browser says so in its code alone', () => {
  compose()
  type('にほん')
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 })
  expect(written()).toEqual([])
  expect(field().value).toBe('にほん')
})

test('nothing can be sent that is empty, too long, or without a connection; the text stays', () => {
  const { unmount } = compose()
  expect(button().disabled).toBe(true)
  type(' \n ')
  expect(button().disabled).toBe(true)
  // Counted like the server counts: an emoji is one.
  type('😀'.repeat(4000))
  expect(button().disabled).toBe(false)
  expect(screen.getByText('4000 / 4000')).toBeDefined()
  type('😀'.repeat(4001))
  expect(screen.getByRole('alert').textContent).toBe('1 teken te veel')
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(written()).toEqual([])
  unmount()
  compose({ isConnected: false })
  type('Hoi')
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(button().disabled).toBe(true)
  expect(field().value).toBe('Hoi')
  expect(written()).toEqual([])
})

/** A chat whose message has just been sent, until it is acknowledged. */
function Acknowledged() {
  const [isSending, setIsSending] = useState(true)
  return (
    <>
      <Composer chatId={chatId} ownId={1} partnerName="Kwame" isConnected isSending={isSending} />
      <button type="button" onClick={() => setIsSending(false)}>
        acknowledge
      </button>
    </>
  )
}

test('while a message is on its way another one waits for it, and Enter need not be pressed twice', () => {
  show(<Acknowledged />, '/chat/5')
  type('En nog iets')
  expect(button().disabled).toBe(true)
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(written()).toEqual([])
  fireEvent.click(screen.getByText('acknowledge'))
  expect(written()).toEqual(['En nog iets'])
})
