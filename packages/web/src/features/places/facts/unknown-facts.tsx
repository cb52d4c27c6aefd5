import { Trans, useLingui } from '@lingui/react/macro'
import { askedKeys } from '@papadag/contract/places/asked-keys'
import type { FactKey } from '@papadag/contract/places/facts'
import type { PlaceDetail } from '@papadag/contract/places/places'
import { Button } from '@papadag/ui/button'
import { useId, useRef, useState } from 'react'
import { FactAnswers } from '../../../domain/places/fact-question.tsx'
import type { AskedKey } from '../../../domain/places/fact-questions.ts'
import { Question } from './ask.tsx'
import { factNames } from './fact-words.ts'

type Props = {
  unknown: readonly FactKey[]
  detail: PlaceDetail | undefined
}

/** What nobody knows, in short. Whoever was there taps what he knows, without being asked. */
export function UnknownFacts({ unknown, detail }: Props) {
  const { i18n } = useLingui()
  const open = askedKeys.filter(
    key => detail?.mayAnswer && unknown.includes(key) && !Object.hasOwn(detail.myAnswers, key),
  )
  const closed = unknown.filter(key => !open.some(one => one === key)).map(key => i18n._(factNames[key].name))
  return (
    <>
      {closed.length > 0 && (
        <p className="text-ink-2 text-sm">
          <Trans>Not known yet: {closed.join(', ')}</Trans>
        </p>
      )}
      {detail && open.length > 0 && <Tell place={detail} open={open} />}
    </>
  )
}

function Tell({ place: { id: placeId, name }, open }: { place: PlaceDetail; open: readonly AskedKey[] }) {
  const { i18n } = useLingui()
  const id = useId()
  const title = useRef<HTMLParagraphElement>(null)
  const [picked, setPicked] = useState<AskedKey>()
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <p id={id} ref={title} tabIndex={-1} className="text-ink-2 text-sm outline-none">
        <Trans>Nobody has told us about these yet. Tap what you know.</Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        {open.map(key => (
          <Button
            key={key}
            size={44}
            aria-expanded={key === picked}
            onClick={() => setPicked(key === picked ? undefined : key)}
          >
            {i18n._(factNames[key].name)}
          </Button>
        ))}
      </div>
      {picked && open.includes(picked) && (
        <Question name={name} factKey={picked}>
          <FactAnswers
            key={picked}
            placeId={placeId}
            factKey={picked}
            onAnswered={() => {
              setPicked(undefined)
              // Its answers are gone.
              title.current?.focus()
            }}
          />
        </Question>
      )}
    </section>
  )
}
