import { useLingui } from '@lingui/react/macro'
import type { FeatureKey, PlaceType } from '@papadag/contract/places/places'
import { ChipToggle } from '@papadag/ui/chip'
import { featureLabels } from '../feature-labels.ts'
import { featuresOf } from './surface-address.ts'

type Props = {
  type: PlaceType | undefined
  chosen: readonly FeatureKey[]
  onChange: (chosen: FeatureKey[]) => void
  className?: string
}

/** Filters by feature, in a row that scrolls sideways if it is narrow. */
export function FeatureChips({ type, chosen, onChange, className = '' }: Props) {
  const { i18n, t } = useLingui()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row that scrolls
    <div
      // Another type has another row, which begins at its start.
      key={type}
      role="group"
      aria-label={type === 'playground' ? t`Only playgrounds with` : t`Only places with`}
      className={`-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] ${className}`}
    >
      {featuresOf(type).map(key => (
        <ChipToggle
          key={key}
          icon={featureLabels[key].icon}
          pressed={chosen.includes(key)}
          onChange={pressed => onChange(pressed ? [...chosen, key] : chosen.filter(other => other !== key))}
        >
          {i18n._(featureLabels[key].label)}
        </ChipToggle>
      ))}
    </div>
  )
}
