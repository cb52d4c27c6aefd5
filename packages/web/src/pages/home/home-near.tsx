import { Trans } from '@lingui/react/macro'
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { NearbyPlaces } from '../../features/places/nearby-places.tsx'
import { AskWhere } from '../../features/users/neighbourhood/ask-where.tsx'

const FreeToo = lazy(async () => ({
  default: (await import('../../features/users/papa-days/free-too.tsx')).FreeToo,
}))

type Props = Pick<ComponentProps<typeof NearbyPlaces>, 'position' | 'from'> &
  Pick<ComponentProps<typeof AskWhere>, 'isUnknown' | 'locate'>

/**
 * What home shows further down, loaded when it comes near the viewport: who is free on his next own day, and places.
 */
export function HomeNear({ isUnknown, locate, ...props }: Props) {
  return (
    <>
      <WhenSeen>
        <FreeToo />
      </WhenSeen>
      <NearbyPlaces
        {...props}
        sayWhere={
          <AskWhere isUnknown={isUnknown} locate={locate}>
            <Trans>Tell us roughly where you live, and you see what is near you.</Trans>
          </AskWhere>
        }
      />
    </>
  )
}

/** Loads its content only once it is on the screen, since most visits to home end above it; its space is reserved. */
function WhenSeen({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
    })
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className="mb-7 min-h-61">
      {isSeen && <Suspense>{children}</Suspense>}
    </div>
  )
}
