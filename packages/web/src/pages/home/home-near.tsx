import type { ComponentProps } from 'react'
import { useOpenChat } from '../../features/chat/use-chats.ts'
import { NearbyPlaces } from '../../features/places/nearby-places.tsx'
import { Spotlight } from '../../features/users/fathers/spotlight.tsx'
import { FreeToo } from '../../features/users/papa-days/free-too.tsx'

// What home shows further down, loaded when it comes near the viewport.

/** Who is free on his next own day, and places. */
export function HomeNear(props: ComponentProps<typeof NearbyPlaces>) {
  return (
    <>
      <FreeToo />
      <NearbyPlaces {...props} />
    </>
  )
}

/** The featured father. */
export function HomeSpotlight() {
  const { openChat, isOpening } = useOpenChat()
  return <Spotlight hasMore onContact={openChat} isOpening={isOpening} />
}
