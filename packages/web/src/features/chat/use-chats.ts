import { msg } from '@lingui/core/macro'
import { type Chat, chats, oneChat, startChat } from '@papadag/contract/chat'
import type { Person } from '@papadag/contract/schema'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { navigate } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { errorTitle, noConnection } from '../../platform/screen/notices.ts'

/** The user's chats, latest activity first. */
export const useChats = () => useRead(chats, {})

/** A chat of the user: from the list, or requested if it is not in the list. */
export function useChat(id: number) {
  const all = useChats()
  const inList = all.data?.find(chat => chat.id === id)
  const isListKnown = all.data !== undefined || all.isError
  const one = useRead(oneChat, { params: { id } }, { enabled: isListKnown && !inList })
  return { chat: inList ?? one.data, error: inList ? null : one.error, retry: () => void one.refetch() }
}

/** The other father of a pair. */
export function otherOf({ participants }: Chat, ownId: number): Person {
  return participants.find(({ id }) => id !== ownId) ?? { id: 0, firstName: '', lastName: '', profileImage: null }
}

export const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim()

/** Opens the chat with a user: the existing one, or a new one. */
export function useOpenChat(onOpened?: () => void) {
  const { mutate, isPending } = useWrite(startChat, {
    failed: ({ code, issues }) => ({
      title: errorTitle,
      ...(issues[0]
        ? { description: issues[0].message }
        : {
            serverTextOr:
              code === 'offline' ? noConnection : msg`The chat could not be opened. Please try again later.`,
          }),
    }),
    onDone: ({ id }) => {
      onOpened?.()
      navigate(pathTo('chat', { id }))
    },
  })
  return { openChat: (userId: number) => mutate({ body: { participants: [userId] } }), isOpening: isPending }
}
