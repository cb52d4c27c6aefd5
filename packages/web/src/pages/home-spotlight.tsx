import { useOpenChat } from '../features/chat/use-chats.ts'
import { Spotlight } from '../features/users/spotlight.tsx'

/** The father of the day on home, which fetches this when one comes near. */
export function HomeSpotlight() {
  const { openChat, isOpening } = useOpenChat()
  return <Spotlight hasMore onContact={openChat} isOpening={isOpening} />
}
