import { Trans, useLingui } from '@lingui/react/macro'
import { askedKeys } from '@papadag/contract/places/asked-keys'
import type { PlaceDetail } from '@papadag/contract/places/places'
import { Button } from '@papadag/ui/button'
import { useId, useState } from 'react'
import { FactAnswers, questionIn } from '../../../domain/places/fact-question.tsx'

/** Asks whoever was there about one thing that nobody knows, and about the next if he likes. */
export function Ask({ place }: { place: PlaceDetail }) {
  const { i18n } = useLingui()
  const id = useId()
  const [isAnswered, setAnswered] = useState(false)
  const { facts, myAnswers, mayAnswer, name } = place
  const key = askedKeys.find(one => !facts[one] && !Object.hasOwn(myAnswers, one))
  if (!mayAnswer || !key) return null
  if (isAnswered) {
    return (
      <p>
        <Button size={44} variant="ghost" onClick={() => setAnswered(false)}>
          <Trans>Ask me one more</Trans>
        </Button>
      </p>
    )
  }
  return (
    <section aria-labelledby={id} className="grid gap-2.5 rounded-kap-s bg-info-soft p-3">
      <h3 id={id} className="break-words text-base">
        {questionIn(i18n, key, name)}
      </h3>
      <div className="flex flex-wrap gap-2">
        <FactAnswers key={key} placeId={place.id} factKey={key} onAnswered={() => setAnswered(true)} />
      </div>
    </section>
  )
}
