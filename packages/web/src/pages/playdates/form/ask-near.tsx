import { Trans } from '@lingui/react/macro'
import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from '../../../features/location/locator.ts'
import type { PlaydateFields } from '../../../features/playdates/form/form-fields.ts'
import type { SayWhere } from '../../../features/users/neighbourhood/say-where.tsx'
import { useUser } from '../../../platform/session/session.ts'

type Question = ComponentType<Parameters<typeof SayWhere>[0]>

/**
 * Asks a father whose home is unknown where he lives, once he plans something that is not on the map. The question is
 * loaded before, since a late one would push the buttons away under his finger.
 */
export function AskNear({ typed: { location, placeId } }: { typed: PlaydateFields }) {
  const { home } = useUser()
  const { locateForPlaces } = useLocation()
  const [Question, setQuestion] = useState<{ it: Question }>()
  const [wasAsked, setWasAsked] = useState(false)
  const isUnknown = home === undefined
  useEffect(() => {
    if (!isUnknown) return
    import('../../../features/users/neighbourhood/say-where.tsx').then(
      ({ SayWhere }) => setQuestion({ it: SayWhere }),
      () => {},
    )
  }, [isUnknown])
  const isDue = isUnknown && placeId === 0 && location.trim() !== ''
  if (isDue && Question && !wasAsked) setWasAsked(true)
  // It stays to thank him.
  if (!Question || !(isDue || (wasAsked && !isUnknown))) return null
  return (
    <Question.it locate={locateForPlaces}>
      <Trans>This place isn’t on our map. Tell us roughly where you live, and dads near you find each other.</Trans>
    </Question.it>
  )
}
