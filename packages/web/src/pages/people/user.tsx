import { Skeleton } from '@papadag/ui/states/skeleton'
import { otherOf, useChats, useOpenChat } from '../../features/chat/use-chats.ts'
import { ChatButton, FatherProfile } from '../../features/users/fathers/father-profile.tsx'
import { Redirect } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { useUser } from '../../platform/session/session.ts'

export function Page({ id }: { id: number }) {
  const { id: ownId } = useUser()
  if (id === ownId) return <Redirect to={pathTo('profile')} />
  return <FatherProfile id={id} chat={() => <WayToChat userId={id} ownId={ownId} />} />
}

function WayToChat({ userId, ownId }: { userId: number; ownId: number }) {
  const chats = useChats()
  const { openChat, isOpening } = useOpenChat()
  // The skeleton has the button's size, so that nothing shifts.
  if (chats.isPending) return <Skeleton className="h-13 w-36 rounded-m phone:flex-1" />
  const chat = chats.data?.find(one => one.kind !== 'playdate' && otherOf(one, ownId).id === userId)
  return <ChatButton chatId={chat?.id} isStarting={isOpening} onStart={() => openChat(userId)} />
}
