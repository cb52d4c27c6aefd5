import { Trans } from '@lingui/react/macro'
import type { Chat } from '@papadag/contract/chat'
import { invitationIn } from '../log/invitation-in.ts'

type Props = { message: NonNullable<Chat['lastMessage']>; kind: Chat['kind']; ownId: number }

/** The last message of a chat in one line, with its sender where that could be anybody. */
export function LastMessage({ message, kind, ownId }: Props) {
  const { senderId, senderName } = message
  const invited = invitationIn(message.content)
  const words = invited ? invited.words : message.content
  // A list, since `Trans` takes tags in a text for its own.
  const content = words ? [words] : <Trans>Invitation to a playdate</Trans>
  if (senderId === ownId) return <Trans>You: {content}</Trans>
  return kind !== 'pair' && senderName ? (
    <>
      {senderName}: {content}
    </>
  ) : (
    content
  )
}
