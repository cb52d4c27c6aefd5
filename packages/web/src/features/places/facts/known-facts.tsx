import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FactKey, PlaceFacts } from '@papadag/contract/places/facts'
import type { Place, PlaceDetail } from '@papadag/contract/places/places'
import { FeatureTag } from '@papadag/ui/feature-tag'
import type { IconName } from '@papadag/ui/pictures/icon'
import { asSentence, deviceWords } from '../../../domain/places/device-words.ts'
import { factIn, factNames, openNowIn } from './fact-words.ts'
import { UnknownFacts } from './unknown-facts.tsx'

type Props = {
  place: Pick<Place, 'facts'>
  /** The caller's permissions, once known. */
  detail?: PlaceDetail | undefined
  /** The terms of the filter that led here. */
  used: readonly string[]
}

/** What is known of a playground as icons with words; what nobody knows comes last and in short. */
export function KnownFacts({ place: { facts = {} }, detail, used }: Props) {
  const { i18n, t } = useLingui()
  const keys = Object.keys(factNames) as FactKey[] // its own keys, which the type lists
  const known = keys.filter(key => facts[key])
  const tags = known.flatMap(key => tagsOf(i18n, facts, key))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {tags.length > 0 && (
        <ul aria-label={t`What is known of it`} className="flex flex-wrap gap-1.5">
          {tags.map(({ key, icon, first, words, term }) => {
            const isUsed = used.some(one => one === term || (!term.includes(':') && one.startsWith(`${term}:`)))
            return (
              <li key={key} className="inline-flex max-w-full">
                <FeatureTag icon={icon} isPicked={isUsed}>
                  <span className="min-w-0 break-words">
                    {first ? (
                      <>
                        {first} <span className="font-normal text-xs">{words}</span>
                      </>
                    ) : (
                      words
                    )}
                    {isUsed && (
                      <span className="sr-only">
                        {' '}
                        <Trans>(you filtered by it)</Trans>
                      </span>
                    )}
                  </span>
                </FeatureTag>
              </li>
            )
          })}
        </ul>
      )}
      <UnknownFacts unknown={keys.filter(key => !facts[key])} detail={detail} />
    </div>
  )
}

type Tag = {
  key: string
  icon: IconName
  /** What he wants to know, before the words, which are then small. */
  first?: string
  words: string
  term: string
}

/** One for each fact, and one for each device. */
function tagsOf(i18n: I18n, facts: PlaceFacts, key: FactKey): Tag[] {
  const { icon } = factNames[key]
  if (key === 'equipment')
    return (facts.equipment?.value ?? []).map(device => ({
      key: device,
      icon: device === 'sandbox' ? 'sandbox' : device === 'waterPlay' ? 'water' : icon,
      words: asSentence(i18n, i18n._(deviceWords[device])),
      term: `equipment:${device}`,
    }))
  const fact = facts[key]
  const words = fact && factIn(i18n, key, fact.value)
  if (!words) return []
  const said = withOthers(i18n, key, words, fact)
  if (key === 'openingHours' && facts.openingHours)
    return [{ key, icon, first: openNowIn(i18n, facts.openingHours), words: said, term: 'open' }]
  return [{ key, icon, words: said, term: key }]
}

/** Where fathers contradict each other, both sides with their numbers. */
function withOthers(i18n: I18n, key: FactKey, words: string, fact: NonNullable<PlaceFacts[FactKey]>): string {
  if (!fact.others?.length) return words
  const others = fact.others.map(({ value, agreed }) => `${factIn(i18n, key, value)} (${agreed})`)
  return [fact.agreed > 0 ? `${words} (${fact.agreed})` : words, ...others].join(' · ')
}
