import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { IconButton } from '@papadag/ui/icon-button'
import { type ReactNode, useEffect, useId } from 'react'
import { counterFrom, useComposing } from './use-composing.ts'

type Props = {
  chatId: number
  ownId: number
  name: string
  /** Whether the chats have loaded, which keep every message until it is acknowledged. */
  isReady: boolean
  isConnected: boolean
  /** Whether one of the user's messages is not acknowledged yet. */
  isSending: boolean
  /** The name of the father who must answer before another message; the composer is closed until then. */
  awaits?: string | undefined
  onSend: (content: string) => void
  /** Tells the others; returns whether it could. */
  onTyping: () => boolean
  /** What the message is about, above the field. */
  above?: ReactNode
  /** What the message answers, above the field, which gets the focus. */
  answering?: { seq: number; line: ReactNode } | undefined
  /** Shown above the field while it is empty; a chosen text is written into it. */
  whenEmpty?: ((write: (words: string) => void) => ReactNode) | undefined
}

/** The field for writing a message: Enter sends it, Shift+Enter starts a new line. */
export function Composer({
  chatId,
  ownId,
  name,
  isReady,
  isConnected,
  isSending,
  awaits,
  onSend,
  onTyping,
  whenEmpty,
  above,
  answering,
}: Props) {
  const { t } = useLingui()
  const noteId = useId()
  const isClosed = awaits !== undefined
  // Without a connection messages queue; with one, each waits for the acknowledgement of the one before.
  const mustWait = isConnected && isSending
  const { field, text, length, canSend, type, submit, pressed } = useComposing({
    chatId,
    ownId,
    isReady,
    mustWait,
    isClosed,
    onSend,
    onTyping,
  })
  const isTooLong = length > limits.message
  const answeredSeq = answering?.seq
  useEffect(() => {
    if (answeredSeq !== undefined) field.current?.focus()
  }, [answeredSeq, field])

  return (
    <form
      className="stands-below border-line border-t-[1.5px] bg-surface px-3 py-2.5"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      {above}
      {answering?.line}
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
      {!isClosed && length > counterFrom && <Counter id={noteId} length={length} />}
      <div className="flex items-end gap-2">
        <label className="field-box rounded-kap-m">
          <span className="sr-only">{t`Message to ${name}`}</span>
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

/** As tall as the composer, until the chat has been read. */
export function ComposerRoom() {
  return (
    <div aria-hidden className="border-line border-t-[1.5px] bg-surface px-3 py-2.5">
      <div className="field-box rounded-kap-m" />
    </div>
  )
}

function Counter({ id, length }: { id: string; length: number }) {
  const { t } = useLingui()
  const excess = length - limits.message
  const isTooLong = excess > 0
  return (
    <p
      id={id}
      role={isTooLong ? 'alert' : undefined}
      className={`mb-1.5 px-1 text-right text-sm tabular-nums ${isTooLong ? 'font-semibold text-danger' : 'text-ink-2'}`}
    >
      {isTooLong
        ? t`${plural(excess, { one: '# character too many', other: '# characters too many' })}`
        : `${length} / ${limits.message}`}
    </p>
  )
}
