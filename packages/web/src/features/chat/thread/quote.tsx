import { Trans, useLingui } from '@lingui/react/macro'
import { chatMessages, type Message } from '@papadag/contract/chat'
import { IconButton } from '@papadag/ui/icon-button'
import { useRead } from '../../../platform/data/data.ts'
import { invitationIn } from '../log/invitation-in.ts'

type Shown = { names: ReadonlyMap<number, string>; ownId: number }

type Props = Shown & {
  chatId: number
  seq: number
  /** The message itself, if this device has it. */
  message: Message | undefined
}

/** The message that another one answers, in one line; nothing once it is gone. */
export function Quote({ chatId, seq, message: here, ...shown }: Props) {
  const between = { afterSeq: seq - 1, before: seq + 1 }
  const read = useRead(chatMessages, { params: { id: chatId }, query: between }, { enabled: !here })
  const message = here ?? read.data?.[0]
  if (!message) return null
  return (
    <p className="mb-1 truncate border-current border-l-[1.5px] pl-2 text-sm opacity-80">
      <Line message={message} {...shown} />
    </p>
  )
}

/** Above the field: the message that he is about to answer. */
export function Answering({ message, onCancel, ...shown }: Shown & { message: Message; onCancel: () => void }) {
  const { t } = useLingui()
  return (
    <div className="mb-1.5 flex items-center gap-1 rounded-kap-s bg-sunken pl-3">
      <p className="min-w-0 flex-1 truncate text-sm">
        <span className="sr-only">
          <Trans>You are replying to</Trans>{' '}
        </span>
        <Line message={message} {...shown} />
      </p>
      <IconButton icon="x" iconSize={18} aria-label={t`Do not reply to this message`} onClick={onCancel} />
    </div>
  )
}

function Line({ message, names, ownId }: Shown & { message: Message }) {
  const { t } = useLingui()
  const { senderId, content } = message
  const sender = senderId === ownId ? t`You` : (names.get(senderId) ?? t`Somebody who has left`)
  const invited = invitationIn(content)
  return (
    <>
      <b className="font-[650]">{sender}</b>
      {': '}
      <span dir="auto">{invited ? invited.words || <Trans>Invitation to a playdate</Trans> : content}</span>
    </>
  )
}
