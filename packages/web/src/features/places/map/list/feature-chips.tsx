import { useLingui } from '@lingui/react/macro'
import { featureKeys } from '@papadag/contract/places/places'
import { ChipToggle } from '@papadag/ui/chip'
import { featureLabels } from '../../feature-labels.ts'
import type { PlaygroundFeature } from '../map-address.ts'

type Props = { chosen: readonly PlaygroundFeature[]; onChange: (chosen: PlaygroundFeature[]) => void }

/** Filters by feature, in a row that scrolls sideways if the map is narrow. */
export function FeatureChips({ chosen, onChange }: Props) {
  const { i18n, t } = useLingui()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row that scrolls
    <div
      role="group"
      aria-label={t`Only playgrounds with`}
      className="-mx-3 flex gap-2 overflow-x-auto px-3 py-1 [filter:drop-shadow(0_1px_3px_rgb(0_0_0/.2))] [scrollbar-width:none]"
    >
      {featureKeys.playground.map(key => (
        <ChipToggle
          key={key}
          icon={featureLabels[key].icon}
          pressed={chosen.includes(key)}
          onChange={pressed =>
            onChange(featureKeys.playground.filter(other => (other === key ? pressed : chosen.includes(other))))
          }
        >
          {i18n._(featureLabels[key].label)}
        </ChipToggle>
      ))}
    </div>
  )
}
