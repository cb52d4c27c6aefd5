import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { show } from '../../testing/show.tsx'
import { Composer } from './composer.tsx'

type Props = Parameters<typeof Composer>[0]

let sent: string[] = []
beforeEach(() => {
  sent = []
  return showLanguage('en')
})

const given: Props = {
  chatId: 5,
  ownId: 1,
  name: 'Kwame',
  isReady: true,
  isConnected: true,
  isSending: false,
  onSend: content => void sent.push(content),
  onTyping: () => true,
}
const compose = (changes: Partial<Props> = {}) => show(<Composer {...given} {...changes} />, '/chat/5')
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const enter = () => fireEvent.keyDown(field(), { key: 'Enter' })

/** The composer with a button that changes what it is given. */
function Changing({ from, to }: { from: Partial<Props>; to: Partial<Props> }) {
  const [changes, setChanges] = useState(from)
  return (
    <>
      <Composer {...given} {...changes} />
      <button type="button" onClick={() => setChanges(to)}>
        change
      </button>
    </>
  )
}
const change = () => fireEvent.click(screen.getByText('change'))

test('the others see a father typing at most every 3 s, only once he has typed words, and at once after a message', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const onTyping = vi.fn(() => true)
  compose({ onTyping })
  type('  ')
  expect(onTyping).not.toHaveBeenCalled()
  type('H')
  expect(onTyping).toHaveBeenCalledTimes(1)
  vi.setSystemTime(1_002_999)
  type('Ho')
  expect(onTyping).toHaveBeenCalledTimes(1)
  vi.setSystemTime(1_003_000)
  type('Hoi')
  expect(onTyping).toHaveBeenCalledTimes(2)
  enter()
  type('E')
  expect(onTyping).toHaveBeenCalledTimes(3)
  vi.useRealTimers()
})

test('typing that could not be announced is announced with the next letter', () => {
  const onTyping = vi.fn(() => false)
  compose({ onTyping })
  type('H')
  type('Ho')
  expect(onTyping).toHaveBeenCalledTimes(2)
})

test('a draft stays in its chat until it is sent, and no other user sees it', () => {
  const first = compose()
  type('Half a sen')
  first.unmount()
  const other = compose({ chatId: 6 })
  expect(field().value).toBe('')
  other.unmount()
  const another = compose({ ownId: 2 })
  expect(field().value).toBe('')
  another.unmount()
  const again = compose()
  expect(field().value).toBe('Half a sen')
  fireEvent.click(button())
  expect(sent).toEqual(['Half a sen'])
  again.unmount()
  compose()
  expect(field().value).toBe('')
})

test('a stored draft in another form is ignored', () => {
  sessionStorage.setItem('draft:1:chat-5', '{"title":"Kites"}')
  compose()
  expect(field().value).toBe('')
})

test('the length of a message is counted only near the limit, and described to a screen reader', () => {
  compose()
  type('a'.repeat(3600))
  expect(screen.queryByText(/\/ 4000/)).toBeNull()
  expect(field().getAttribute('aria-describedby')).toBeNull()
  type('a'.repeat(3601))
  const counter = screen.getByText('3601 / 4000')
  expect(counter.getAttribute('role')).toBeNull()
  expect(field().getAttribute('aria-describedby')).toBe(counter.id)
  expect(field().getAttribute('aria-invalid')).toBeNull()
  type(` ${'a'.repeat(4002)} `)
  expect(screen.getByRole('alert').textContent).toBe('2 characters too many')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(button().disabled).toBe(true)
})

test('a closed field counts nothing, and Enter in it sends nothing once it opens', () => {
  show(<Changing from={{ awaits: 'Kwame', isSending: true }} to={{}} />, '/chat/5')
  type('a'.repeat(3700))
  expect(screen.queryByText(/\/ 4000/)).toBeNull()
  expect(button().disabled).toBe(true)
  enter()
  change()
  expect(screen.getByText('3700 / 4000')).toBeDefined()
  expect(sent).toEqual([])
})

test('a message that is still being changed is not sent automatically after the one before', () => {
  show(<Changing from={{ isSending: true }} to={{}} />, '/chat/5')
  type('And')
  enter()
  type('And something')
  change()
  expect(sent).toEqual([])
  expect(field().value).toBe('And something')
})

test('Enter pressed before the chats have arrived sends nothing once they have', () => {
  show(<Changing from={{ isReady: false }} to={{}} />, '/chat/5')
  type('Hi')
  enter()
  change()
  expect(sent).toEqual([])
})

test('a message that followed another automatically does so only once', () => {
  show(<Changing from={{ isSending: true }} to={{}} />, '/chat/5')
  type('And something')
  enter()
  change()
  expect(sent).toEqual(['And something'])
  type('More')
  expect(sent).toEqual(['And something'])
})

test('Enter sends the message, and other keys edit it', () => {
  compose()
  expect(fireEvent.keyDown(field(), { key: 'a' })).toBe(true)
  expect(enter()).toBe(false)
  expect(sent).toEqual([])
})

test('a father can also send with the button, and go on typing', () => {
  compose()
  type('Hi')
  button().focus()
  fireEvent.click(button())
  expect(sent).toEqual(['Hi'])
  expect(document.activeElement).toBe(field())
})

test('the field for a message grows with its text', () => {
  const height = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(48)
  compose()
  expect(field().style.height).toBe('48px')
  height.mockReturnValue(96)
  type('One\ntwo')
  expect(field().style.height).toBe('96px')
})

test.each([
  ['with a mouse, from the list', 'h1', true, true],
  ['on a touch screen', 'h1', false, false],
  ['when something else has the focus', 'button', true, false],
])('the field for a message gets the focus or not %s (from %s, with a mouse: %s)', (_, focused, isFine, takes) => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    query => ({ matches: isFine && query === '(pointer: fine)' }) as MediaQueryList, // only this is read
  )
  const element = document.createElement(focused)
  element.tabIndex = -1
  document.body.append(element)
  element.focus()
  compose()
  expect(document.activeElement === field()).toBe(takes)
  element.remove()
})

test('a suggestion above the empty field fills it, and disappears with the first letter typed', () => {
  const onTyping = vi.fn(() => true)
  compose({
    onTyping,
    whenEmpty: write => (
      <button type="button" onClick={() => write('Hi Kwame')}>
        opener
      </button>
    ),
  })
  fireEvent.click(screen.getByText('opener'))
  expect(field().value).toBe('Hi Kwame')
  expect(document.activeElement).toBe(field())
  expect(onTyping).toHaveBeenCalled()
  expect(screen.queryByText('opener')).toBeNull()
})
