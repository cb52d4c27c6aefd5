import { useOpenChat } from '../../features/chat/use-chats.ts'
import { Spotlight } from '../../features/users/fathers/spotlight.tsx'

/** The featured father on home, loaded when it comes near the viewport. */
export function HomeSpotlight() {
  const { openChat, isOpening } = useOpenChat()
  return <Spotlight hasMore onContact={openChat} isOpening={isOpening} />
}
