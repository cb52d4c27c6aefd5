import { useLingui } from '@lingui/react/macro'
import { placeQuestion } from '@papadag/contract/places/place-answers'
import type { PlaceDetail } from '@papadag/contract/places/places'
import { type ReactNode, useId } from 'react'
import { AskedAnswers, questionIn } from '../../../domain/places/fact-question.tsx'
import type { AskedKey } from '../../../domain/places/fact-questions.ts'
import { useRead } from '../../../platform/data/data.ts'

/** Asks whoever was there today's question, if it is about this place: the server says what, and how often. */
export function Ask({ place: { id, name, mayAnswer } }: { place: PlaceDetail }) {
  const { data } = useRead(placeQuestion, {}, { enabled: mayAnswer })
  if (!mayAnswer || data?.placeId !== id) return null
  return (
    <Question name={name} factKey={data.key}>
      <AskedAnswers key={data.key} placeId={id} factKey={data.key} />
    </Question>
  )
}

type Props = { name: string; factKey: AskedKey; children: ReactNode }

/** A question about this place with its answers. */
export function Question({ name, factKey, children }: Props) {
  const { i18n } = useLingui()
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-2.5 rounded-kap-s bg-info-soft p-3">
      <h3 id={id} className="break-words text-base">
        {questionIn(i18n, factKey, name)}
      </h3>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  )
}
