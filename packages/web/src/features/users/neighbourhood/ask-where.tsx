import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useUser } from '../../../platform/session/session.ts'
import type { SayWhere } from './say-where.tsx'

// Most fathers have already said where they live.
const Question = lazy(async () => ({ default: (await import('./say-where.tsx')).SayWhere }))

type Props = ComponentProps<typeof SayWhere> & {
  /** Nothing says where he lives, and that matters here. */
  isUnknown: boolean
}

/** Asks where he lives once that matters and is unknown, and stays to thank him. */
export function AskWhere({ isUnknown, ...props }: Props) {
  const { home } = useUser()
  const [wasUnknown, setWasUnknown] = useState(isUnknown)
  if (isUnknown && !wasUnknown) setWasUnknown(true)
  return (
    wasUnknown &&
    (isUnknown || home) && (
      <Suspense>
        <Question {...props} />
      </Suspense>
    )
  )
}
