import { Spotlight } from './spotlight.tsx'
import { useOpenChat } from './use-chat-with.ts'

/** The father of the day on home. */
export function HomeSpotlight() {
  const { openChat, isOpening } = useOpenChat()
  return <Spotlight hasMore onContact={openChat} isOpening={isOpening} />
}
