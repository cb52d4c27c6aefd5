import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { countPlaces, featureKeys } from '@papadag/contract/places/places'
import { Button } from '@papadag/ui/button'
import { ChipToggle } from '@papadag/ui/chip'
import { Dialog } from '@papadag/ui/layers/dialog'
import type { IconName } from '@papadag/ui/pictures/icon'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useRead } from '../../../platform/data/data.ts'
import { useUser } from '../../../platform/session/session.ts'
import { featureLabels } from '../feature-labels.ts'
import { allChips } from './fact-chips.ts'
import { type Chosen, filterOf, toggled, type Wanted } from './surface-address.ts'

type Props = {
  open: boolean
  /** The search with its filters. */
  chosen: Wanted
  onClose: () => void
  /** He has chosen; the list or the map shows it. */
  onShow: (chosen: Chosen) => void
}

/** All filters of playgrounds at once, with how many there are. */
export default function FilterDialog({ open, chosen, onClose, onShow }: Props) {
  const { i18n, t } = useLingui()
  const { childrenInfo } = useUser()
  const [draft, setDraft] = useState<Chosen>(chosen)
  useEffect(() => {
    if (open) setDraft(chosen)
  }, [open, chosen])
  const { ages, facts, devices } = allChips(i18n, childrenInfo)
  const chipOf = ({ term, label, icon }: { term: string; label: string; icon?: IconName }) => (
    <ChipToggle
      key={term}
      {...(icon && { icon })}
      className="max-w-full"
      pressed={draft.facts.includes(term)}
      onChange={pressed => setDraft({ ...draft, facts: toggled(draft.facts, term, pressed) })}
    >
      {label}
    </ChipToggle>
  )
  const features = featureKeys.playground.filter(key => key !== 'restrooms' || chosen.features.includes(key))
  const isAny = draft.facts.length + draft.features.length > 0
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={t`Close`}
      title={t`All filters`}
      className="md:max-w-[42rem]"
      footer={
        <div className="flex flex-1 flex-wrap justify-end gap-2.5">
          {isAny && (
            <Button variant="ghost" onClick={() => setDraft({ facts: [], features: [] })}>
              <Trans>Clear filters</Trans>
            </Button>
          )}
          <Button variant="do" onClick={() => onShow(draft)}>
            <Count wanted={{ ...draft, words: chosen.words }} isOpen={open} />
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Group title={<Trans>For whom</Trans>}>{ages.map(chipOf)}</Group>
        <Group title={<Trans>What is there</Trans>}>
          {facts.map(chipOf)}
          {features.map(key => (
            <ChipToggle
              key={key}
              icon={featureLabels[key].icon}
              pressed={draft.features.includes(key)}
              onChange={pressed => setDraft({ ...draft, features: toggled(draft.features, key, pressed) })}
            >
              {i18n._(featureLabels[key].label)}
            </ChipToggle>
          ))}
        </Group>
        <Group title={<Trans>Play equipment</Trans>}>{devices.map(chipOf)}</Group>
      </div>
    </Dialog>
  )
}

function Group({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 text-base">
        {title}
      </h3>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  )
}

/** How many there are; where nobody knows, that is said too. */
function Count({ wanted, isOpen }: { wanted: Wanted; isOpen: boolean }) {
  const { words } = wanted
  const { data } = useRead(
    countPlaces,
    { query: { type: 'playground', ...(words && { q: words }), ...filterOf(wanted, 'playground') } },
    { enabled: isOpen },
  )
  if (!data) return <Trans>Show playgrounds</Trans>
  if (data.unknown === 0) return <Plural value={data.certain} one="Show # playground" other="Show # playgrounds" />
  const { unknown } = data
  return (
    // One box, so that it wraps like a sentence.
    <span>
      <Plural value={data.certain} one="Show # playground" other="Show # playgrounds" />{' '}
      <span className="font-[450]">
        <Trans>(+ {unknown} not known yet)</Trans>
      </span>
    </span>
  )
}
