import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { chatMessages } from '@papadag/contract/chat'
import { limits } from '@papadag/contract/limits'
import { type ReportReason, reportReasons, sendReport } from '@papadag/contract/moderation'
import { address } from '@papadag/contract/route'
import { block } from '@papadag/contract/users/users'
import { Button } from '@papadag/ui/button'
import { FieldError, SelectField, TextArea } from '@papadag/ui/fields/text-field'
import { Banner } from '@papadag/ui/layers/banner'
import { Dialog } from '@papadag/ui/layers/dialog'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { reads } from '../../platform/data/reads.ts'
import { type Draft, useDraft } from '../../platform/drafts.ts'
import { sayIssue } from '../../platform/language/issue-texts.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { closeReport, type Reported } from '../../platform/screen/reporting.ts'
import { useUser } from '../../platform/session/session.ts'
import { reasonWords } from './words.ts'

// Titles and sentences of a father, in the quotation marks of the reader’s language.
const isQuoted: ReadonlySet<Reported['type']> = new Set(['playdate', 'poll', 'departure'])

/** Sends a report to the moderators, and then explains what happens next. */
export function ReportDialog({ reported }: { reported: Reported }) {
  const { t } = useLingui()
  const form = useId()
  const [reference, setReference] = useState<string>()
  const draft = useDraft(`report-${reported.type}-${reported.id}`, useUser().id, readText)
  const send = useWrite(sendReport, {
    failed: ({ code }) => ({
      title: msg`The report was not sent`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone({ id }) {
      draft.forget()
      setReference(`M${id}`)
    },
  })
  const { name, type } = reported
  return (
    <Dialog
      open
      onClose={closeReport}
      closeLabel={t`Close`}
      title={
        reference ? t`Thank you, we will look at it` : isQuoted.has(type) ? t`Report “${name}”` : t`Report ${name}`
      }
      footer={
        reference ? (
          <Button variant="do" className="flex-1" onClick={closeReport}>
            <Trans>Done</Trans>
          </Button>
        ) : (
          <>
            <Button className="flex-1" onClick={closeReport}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" form={form} variant="do" className="flex-1" busy={send.isPending}>
              <Trans>Send</Trans>
            </Button>
          </>
        )
      }
    >
      {reference ? (
        <Sent reference={reference} person={reported.person} />
      ) : (
        <ReportForm
          id={form}
          reported={reported}
          draft={draft}
          onSend={({ type, id }, reason, text) =>
            send.isPending || send.mutate({ body: { targetType: type, targetId: id, reason, text } })
          }
        />
      )}
    </Dialog>
  )
}

const readText = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)

type FormProps = {
  id: string
  reported: Reported
  draft: Draft<string>
  onSend: (what: Target, reason: ReportReason, text: string) => void
}
type Target = Pick<Reported, 'type' | 'id'>

function ReportForm({ id, reported, draft, onSend }: FormProps) {
  const { t, i18n } = useLingui()
  const [reason, setReason] = useState<ReportReason>()
  const [text, setText] = useState(draft.restored ?? '')
  const [messageId, setMessageId] = useState<number>()
  const [isTried, setIsTried] = useState(false)
  const list = useRef<HTMLFieldSetElement>(null)
  const isTooLong = [...text.trim()].length > limits.reportText
  const isPlace = reported.type === 'place' || reported.type === 'playdate' || reported.type === 'photo'
  const choices = reportReasons.filter(choice => choice !== 'dangerous_place' || isPlace)
  const target: Target = messageId === undefined ? reported : { type: 'message', id: messageId }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!reason) list.current?.querySelector('input')?.focus()
    else if (!isTooLong) onSend(target, reason, text)
  }
  return (
    <form id={id} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Banner tone="danger">
        <Trans>Is somebody in danger right now? Call 112 first.</Trans>
      </Banner>
      <fieldset ref={list} aria-describedby={`${id}-error`}>
        <legend className="mb-1.5 font-[650] text-[.9375rem]">
          <Trans>What is wrong?</Trans>
        </legend>
        {choices.map(choice => (
          <label key={choice} className="flex min-h-11 cursor-pointer items-center gap-3 rounded-m hover:bg-sunken">
            <input
              type="radio"
              name={`${id}-reason`}
              checked={choice === reason}
              onChange={() => setReason(choice)}
              className="size-5 shrink-0 accent-picked"
            />
            {i18n._(reasonWords[choice])}
          </label>
        ))}
        <FieldError id={`${id}-error`}>{isTried && !reason && sayIssue('report.reasonRequired')}</FieldError>
      </fieldset>
      {reported.type === 'chat' && typeof reported.id === 'number' && (
        <MessageField chatId={reported.id} personId={reported.person?.id} value={messageId} onChange={setMessageId} />
      )}
      <TextArea
        label={t`What happened?`}
        mark={t`(optional)`}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          draft.keep(value)
        }}
        error={sayIssue(isTooLong ? 'text.tooLong' : undefined)}
      />
      <p className="text-ink-2 text-sm">
        <WhoReads type={target.type} />
      </p>
    </form>
  )
}

type MessageFieldProps = {
  chatId: number
  personId: number | undefined
  value: number | undefined
  onChange: (messageId: number | undefined) => void
}

const shownMessages = 100
const excerpt = 60

/** Chooses one message or the whole chat, from which fewer messages are copied. */
function MessageField({ chatId, personId, value, onChange }: MessageFieldProps) {
  const { t } = useLingui()
  const input = { params: { id: chatId }, query: { limit: shownMessages } }
  const { data = [] } = useRead(chatMessages, input)
  const at = address(chatMessages, input)
  useEffect(() => {
    // New messages do not refresh this read, and he may want to report one that has just arrived.
    void reads.invalidateQueries({ queryKey: [at] })
  }, [at])
  const theirs = data.filter(({ senderId }) => senderId === personId).reverse()
  return (
    <SelectField
      label={t`What is it about?`}
      value={value ?? ''}
      onChange={({ currentTarget: { value: chosen } }) => onChange(chosen === '' ? undefined : Number(chosen))}
    >
      <option value="">{t`The whole chat`}</option>
      {theirs.map(({ id, content }) => (
        <option key={id} value={id}>
          {content.length > excerpt ? `${content.slice(0, excerpt)}…` : content}
        </option>
      ))}
    </SelectField>
  )
}

function WhoReads({ type }: Pick<Reported, 'type'>) {
  if (type === 'message') {
    return (
      <Trans>
        Only the moderators read this, with the reported message and up to ten before and after it. They never say who
        reported it.
      </Trans>
    )
  }
  if (type === 'chat') {
    return (
      <Trans>
        Only the moderators read this, with the last twenty messages of this chat. They never say who reported it.
      </Trans>
    )
  }
  return <Trans>Only the moderators read this, with a copy of what you see now. They never say who reported it.</Trans>
}

function Sent({ reference, person }: { reference: string; person: Reported['person'] }) {
  return (
    <div className="grid gap-4">
      <p role="status">
        <Trans>
          Your reference is <b>{reference}</b>. As soon as a moderator has decided, it will be in your notifications.
          You can find it under Settings in your profile too.
        </Trans>
      </p>
      {person && <BlockOffer person={person} />}
    </div>
  )
}

function BlockOffer({ person: { id, name } }: { person: NonNullable<Reported['person']> }) {
  const { mutate, isPending, isSuccess } = useWrite(block, {
    done: {
      title: msg`${name} is blocked`,
      description: msg`You can undo it under Settings in your profile.`,
      icon: 'ban',
    },
    failed: { title: msg`Blocking failed`, serverTextOr: msg`Please try again later.` },
    onDone: closeReport,
  })
  return (
    <div className="grid gap-3 rounded-kap-s bg-sunken p-4">
      <p>
        <Trans>Do you want nothing more to do with {name}? If you block him, you will no longer see each other.</Trans>
      </p>
      <Button
        size={44}
        icon="ban"
        className="justify-self-start"
        busy={isPending}
        disabled={isSuccess}
        onClick={() => mutate({ params: { id } })}
      >
        <Trans>Block {name}</Trans>
      </Button>
    </div>
  )
}
