import { useLingui } from '@lingui/react/macro'
import type { PlaceState } from '@papadag/contract/places/place-states'
import { Badge } from '@papadag/ui/badge'
import { Icon } from '@papadag/ui/pictures/icon'
import { stateWords } from './state-words.ts'

type Props = { state: Pick<PlaceState, 'kind'> }

/** What is wrong with a playground at the moment, on its card. */
export function StateBadge({ state: { kind } }: Props) {
  const { i18n } = useLingui()
  return (
    <Badge tone="danger" icon="alert">
      {i18n._(stateWords[kind].short)}
    </Badge>
  )
}

/** The same in a row, in place of the address. */
export function StateInShort({ state: { kind } }: Props) {
  const { i18n } = useLingui()
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-danger">
      <Icon name="alert" size={16} />
      {i18n._(stateWords[kind].short)}
    </span>
  )
}
