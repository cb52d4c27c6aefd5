import { Skeleton } from '@papadag/ui/skeleton'
import { ChatButton, FatherProfile } from '../features/users/father-profile.tsx'
import { useChatWith, useOpenChat } from '../features/users/use-chat-with.ts'
import { Redirect } from '../platform/navigation.tsx'
import { pathTo } from '../platform/routes.ts'
import { useUser } from '../platform/session.ts'

export function Page({ id }: { id: number }) {
  const { id: ownId } = useUser()
  if (id === ownId) return <Redirect to={pathTo('profile')} />
  return <FatherProfile id={id} chat={() => <Chat userId={id} />} />
}

function Chat({ userId }: { userId: number }) {
  const chat = useChatWith(userId)
  const { openChat, isOpening } = useOpenChat()
  // As large as the button, so that nothing moves.
  if (!chat) return <Skeleton className="h-13 w-28 rounded-m" />
  return <ChatButton chatId={chat.chatId} isStarting={isOpening} onStart={() => openChat(userId)} />
}
