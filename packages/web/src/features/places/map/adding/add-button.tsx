import { Trans } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'

type Props = { isPicking: boolean; onAdd: () => void; onStop: () => void }

/** Begins choosing a point for a new playground, or ends that. */
export function AddButton({ isPicking, onAdd, onStop }: Props) {
  return isPicking ? (
    <Button size={44} variant="picked" icon="x" onClick={onStop}>
      <Trans>Cancel</Trans>
    </Button>
  ) : (
    <Button size={44} icon="plus" onClick={onAdd}>
      <Trans>Add Playground</Trans>
    </Button>
  )
}
