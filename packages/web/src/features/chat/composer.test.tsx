import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { show } from '../../testing/show.tsx'
import { Composer } from './composer.tsx'

let sent: string[] = []
beforeEach(() => {
  sent = []
  return showLanguage('nl')
})

const given = {
  chatId: 5,
  ownId: 1,
  name: 'Kwame',
  isReady: true,
  isConnected: true,
  isSending: false,
  onSend: (content: string) => void sent.push(content),
  onTyping: () => true,
}
const compose = (changes: Partial<Parameters<typeof Composer>[0]> = {}) =>
  show(<Composer {...given} {...changes} />, '/chat/5')
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Bericht aan Kwame' })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Versturen' })
const type = (value: string) => fireEvent.change(field(), { target: { value } })

test('Enter sends the message and Shift+Enter does not', () => {
  compose()
  type('  Hoi  ')
  fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true })
  expect(sent).toEqual([])
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(sent).toEqual(['  Hoi  '])
  expect(field().value).toBe('')
})

test('Enter that ends an IME composition sends nothing, even where only the key code tells', () => {
  compose()
  type('にほん')
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 })
  expect(sent).toEqual([])
  expect(field().value).toBe('にほん')
})

test('an empty or too long message cannot be sent, and its text stays', () => {
  compose()
  expect(button().disabled).toBe(true)
  type(' \n ')
  expect(button().disabled).toBe(true)
  // Counted like on the server: an emoji is one character.
  type('😀'.repeat(4000))
  expect(button().disabled).toBe(false)
  expect(screen.getByText('4000 / 4000')).toBeDefined()
  expect(field().hasAttribute('aria-invalid')).toBe(false)
  type('😀'.repeat(4001))
  expect(screen.getByRole('alert').textContent).toBe('1 teken te veel')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(sent).toEqual([])
})

test('without a connection every message is queued, even while an earlier one is waiting', () => {
  compose({ isConnected: false, isSending: true })
  for (const text of ['Hoi', 'En nog iets']) {
    type(text)
    expect(button().disabled).toBe(false)
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(field().value).toBe('')
  }
  expect(sent).toEqual(['Hoi', 'En nog iets'])
})

test('before the chats have arrived nothing can be sent, and the text stays', () => {
  compose({ isReady: false, isConnected: false })
  type('Hoi')
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(button().disabled).toBe(true)
  expect(field().value).toBe('Hoi')
  expect(sent).toEqual([])
})

/** A request whose last message has been sent; the button takes the place of the answer. */
function Request() {
  const [isAnswered, setIsAnswered] = useState(false)
  return (
    <>
      <Composer {...given} awaits={isAnswered ? undefined : 'Kwame'} />
      <button type="button" onClick={() => setIsAnswered(true)}>
        answer
      </button>
    </>
  )
}

test('while a request waits for its answer the composer is closed and says so, and the answer opens it again', () => {
  show(<Request />, '/chat/5')
  field().focus()
  expect(field().readOnly).toBe(true)
  expect(screen.getByText(/Zodra Kwame antwoordt/)).toBeDefined()
  expect(field().getAttribute('aria-describedby')).toBe(screen.getByText(/Zodra Kwame antwoordt/).id)
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(sent).toEqual([])
  fireEvent.click(screen.getByText('answer'))
  expect(document.activeElement).toBe(field())
  expect(field().readOnly).toBe(false)
  expect(screen.queryByText(/Zodra Kwame antwoordt/)).toBeNull()
  type('Mooi')
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(sent).toEqual(['Mooi'])
})

/** A chat whose last message is not acknowledged yet. */
function Acknowledged() {
  const [isSending, setIsSending] = useState(true)
  return (
    <>
      <Composer {...given} isSending={isSending} />
      <button type="button" onClick={() => setIsSending(false)}>
        acknowledge
      </button>
    </>
  )
}

test('a message written while another is being sent follows it without a second Enter', () => {
  show(<Acknowledged />, '/chat/5')
  type('En nog iets')
  expect(button().disabled).toBe(true)
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(sent).toEqual([])
  fireEvent.click(screen.getByText('acknowledge'))
  expect(sent).toEqual(['En nog iets'])
})
