import { msg } from '@lingui/core/macro'
import { chats, startChat } from '@papadag/contract/chat'
import { useRead, useWrite } from '../../platform/data.ts'
import { navigate } from '../../platform/navigation.tsx'
import { errorTitle, noConnection } from '../../platform/notices.ts'
import { pathTo } from '../../platform/routes.ts'

/** Opens the chat with a father: the one there is, or a new one. */
export function useOpenChat() {
  const { mutate, isPending } = useWrite(startChat, {
    failed: ({ code }) => ({
      title: errorTitle,
      serverTextOr: code === 'offline' ? noConnection : msg`The chat could not be opened. Please try again later.`,
    }),
    onDone: ({ id }) => navigate(pathTo('chat', { id })),
  })
  return { openChat: (userId: number) => mutate({ body: { participants: [userId] } }), isOpening: isPending }
}

/** The chat with a father, when there is one; nothing at all while nobody knows. */
export function useChatWith(userId: number) {
  const { data, isPending } = useRead(chats, {})
  if (isPending) return undefined
  return { chatId: data?.find(({ participants }) => participants.some(({ id }) => id === userId))?.id }
}
