import { limits } from '@papadag/contract/limits'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useDraft } from '../../platform/drafts.ts'

type Options = {
  chatId: number
  ownId: number
  isReady: boolean
  /** The previous message has not been acknowledged yet. */
  mustWait: boolean
  /** Nothing can be written at the moment. */
  isClosed: boolean
  onSend: (content: string) => void
  /** Tells the others; returns whether it could. */
  onTyping: () => boolean
}

export const counterFrom = limits.message - 400
const typingEveryMs = 3000

/** The message being written, and sending it. */
export function useComposing({ chatId, ownId, isReady, mustWait, isClosed, onSend, onTyping }: Options) {
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(`chat-${chatId}`, ownId, stored => (typeof stored === 'string' ? stored : undefined))
  const [text, setText] = useState(draft.restored ?? '')
  const [isWaiting, setIsWaiting] = useState(false)
  const toldTypingAt = useRef(0)

  // The server counts an emoji as one character too.
  const length = text.length > counterFrom ? [...text.trim()].length : 0
  const canSend = isReady && !mustWait && !isClosed && text.trim() !== '' && length <= limits.message

  const type = (typed: string) => {
    setText(typed)
    setIsWaiting(false)
    draft.keep(typed)
    const now = Date.now()
    if (typed.trim() === '' || now - toldTypingAt.current < typingEveryMs) return
    if (onTyping()) toldTypingAt.current = now
  }
  const submit = () => {
    if (!canSend) return
    onSend(text)
    setText('')
    setIsWaiting(false)
    draft.forget()
    toldTypingAt.current = 0
    field.current?.focus()
  }
  const pressed = (event: KeyboardEvent) => {
    // During an IME composition Enter belongs to the input method; Safari shows that only by the key code.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return
    event.preventDefault()
    if (canSend) submit()
    else setIsWaiting(mustWait && !isClosed)
  }

  // Enter that was pressed while a message was on its way sends once it is confirmed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when sending has become possible
  useEffect(() => {
    if (isWaiting) submit()
  }, [isWaiting, canSend])

  // Grows with the text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [text])

  // Focus the field only with a mouse: on a touch screen the keyboard would cover the chat.
  useEffect(() => {
    const isFromList = document.activeElement instanceof HTMLHeadingElement
    if (isFromList && matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])

  return { field, text, length, canSend, type, submit, pressed }
}
