import { Trans, useLingui } from '@lingui/react/macro'
import type { PlaceType } from '@papadag/contract/places/places'
import { replaceBelowSteps } from '@papadag/ui/back-step'
import { ChipToggle } from '@papadag/ui/chip'
import { Icon } from '@papadag/ui/pictures/icon'
import { lazy, Suspense, useState } from 'react'
import { useUser } from '../../../platform/session/session.ts'
import { featureLabels } from '../feature-labels.ts'
import { chipsInRow } from './fact-chips.ts'
import { type Chosen, featuresOf, toggled, type Wanted } from './surface-address.ts'

const FilterDialog = lazy(() => import('./filter-dialog.tsx'))

type Props = {
  type: PlaceType | undefined
  chosen: Wanted
  onChange: (chosen: Partial<Chosen>) => void
  className?: string
}

/** Filters in one row that scrolls sideways if it is narrow: for playgrounds by what is known of them, then by feature. */
export function FeatureChips({ type, chosen, onChange, className = '' }: Props) {
  const { i18n, t } = useLingui()
  const { childrenInfo } = useUser()
  const hasFacts = type === 'playground'
  // A chip stays where it is when it is switched off, and keeps the focus.
  const [shown, setShown] = useState(chosen.facts)
  const isNew = (term: string) => !shown.includes(term)
  if (chosen.facts.some(isNew)) setShown([...shown, ...chosen.facts.filter(isNew)])
  // A fact says more about toilets; only an older address asks for the feature.
  const features = featuresOf(type).filter(key => key !== 'restrooms' || !hasFacts || chosen.features.includes(key))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row that scrolls
    <div
      // Another type has another row, which begins at its start.
      key={type}
      role="group"
      aria-label={type === 'playground' ? t`Only playgrounds with` : t`Only places with`}
      className={`-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] ${className}`}
    >
      {hasFacts &&
        chipsInRow(i18n, childrenInfo, shown).map(({ term, label, icon }) => (
          <ChipToggle
            key={term}
            {...(icon && { icon })}
            pressed={chosen.facts.includes(term)}
            onChange={pressed => onChange({ facts: toggled(chosen.facts, term, pressed) })}
          >
            {label}
          </ChipToggle>
        ))}
      {features.map(key => (
        <ChipToggle
          key={key}
          icon={featureLabels[key].icon}
          pressed={chosen.features.includes(key)}
          onChange={pressed => onChange({ features: toggled(chosen.features, key, pressed) })}
        >
          {i18n._(featureLabels[key].label)}
        </ChipToggle>
      ))}
      {hasFacts && <AllFilters chosen={chosen} onChange={onChange} />}
    </div>
  )
}

/** Opens all filters, at the end of the row. */
function AllFilters({ chosen, onChange }: Pick<Props, 'chosen' | 'onChange'>) {
  const [open, setOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setHasOpened(true)
          setOpen(true)
        }}
        className="chip relative inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full bg-surface edge-line-2 px-4 font-[650] text-[.9375rem]"
      >
        <Icon name="list" size={20} />
        <Trans>All filters</Trans>
      </button>
      {hasOpened && (
        <Suspense>
          <FilterDialog
            open={open}
            chosen={chosen}
            onClose={() => setOpen(false)}
            onShow={next => {
              setOpen(false)
              replaceBelowSteps(() => onChange(next))
            }}
          />
        </Suspense>
      )}
    </>
  )
}
