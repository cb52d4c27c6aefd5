import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { IconButton } from '@papadag/ui/icon-button'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useDraft } from '../../platform/drafts.ts'

type Props = {
  chatId: number
  ownId: number
  partnerName: string
  /** Whether the chats have arrived, which keep every message until it is acknowledged. */
  isReady: boolean
  isConnected: boolean
  /** Whether one of the user's messages is not acknowledged yet. */
  isSending: boolean
  /** The name of the father whose answer must come before another message; the composer is closed until then. */
  awaits?: string | undefined
  onSend: (content: string) => void
  /** Tells the partner; returns whether it could. */
  onTyping: () => boolean
  /** Shown above the field while it is empty; a chosen text is written into it. */
  whenEmpty?: ((write: (words: string) => void) => ReactNode) | undefined
}

const counterFrom = limits.message - 400
const typingEveryMs = 3000

/** The field for writing a message: Enter sends it, Shift+Enter starts a new line. */
export function Composer({
  chatId,
  ownId,
  partnerName,
  isReady,
  isConnected,
  isSending,
  awaits,
  onSend,
  onTyping,
  whenEmpty,
}: Props) {
  const { t } = useLingui()
  const noteId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(`chat-${chatId}`, ownId, stored => (typeof stored === 'string' ? stored : undefined))
  const [text, setText] = useState(draft.restored ?? '')
  const [isWaiting, setIsWaiting] = useState(false)
  const toldTypingAt = useRef(0)

  // The server counts an emoji as one character too.
  const length = text.length > counterFrom ? [...text.trim()].length : 0
  const excess = length - limits.message
  const isTooLong = excess > 0
  // Without a connection messages queue; with one, each waits for the acknowledgement of the one before.
  const mustWait = isConnected && isSending
  const isClosed = awaits !== undefined
  const canSend = isReady && !mustWait && !isClosed && text.trim() !== '' && !isTooLong

  const type = (typed: string) => {
    setText(typed)
    setIsWaiting(false)
    draft.keep(typed)
    const now = Date.now()
    if (typed.trim() === '' || now - toldTypingAt.current < typingEveryMs) return
    if (onTyping()) toldTypingAt.current = now
  }
  const submit = () => {
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
    if (isWaiting && canSend) submit()
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

  return (
    <form
      className="stands-below border-line border-t-[1.5px] bg-surface px-3 py-2.5"
      onSubmit={event => {
        event.preventDefault()
        if (canSend) submit()
      }}
    >
      {text === '' &&
        whenEmpty?.(words => {
          type(words)
          field.current?.focus()
        })}
      {isClosed && (
        <p id={noteId} role="status" className="mb-2 px-1 text-ink-2 text-sm">
          {t`You can write again once ${awaits} answers.`}
        </p>
      )}
      {!isClosed && length > counterFrom && (
        <p
          id={noteId}
          role={isTooLong ? 'alert' : undefined}
          className={`mb-1.5 px-1 text-right text-sm tabular-nums ${isTooLong ? 'font-semibold text-danger' : 'text-ink-2'}`}
        >
          {isTooLong
            ? t`${plural(excess, { one: '# character too many', other: '# characters too many' })}`
            : `${length} / ${limits.message}`}
        </p>
      )}
      <div className="flex items-end gap-2">
        <label className="field-box rounded-kap-m">
          <span className="sr-only">{t`Message to ${partnerName}`}</span>
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            value={text}
            placeholder={t`Type a message`}
            readOnly={isClosed}
            aria-describedby={isClosed || length > counterFrom ? noteId : undefined}
            aria-invalid={isTooLong || undefined}
            enterKeyHint="send"
            onChange={event => type(event.currentTarget.value)}
            onKeyDown={pressed}
            className="max-h-40 resize-none py-3.5 leading-[1.4]"
          />
        </label>
        <IconButton type="submit" icon="send" variant="do" aria-label={t`Send`} disabled={!canSend} />
      </div>
    </form>
  )
}
