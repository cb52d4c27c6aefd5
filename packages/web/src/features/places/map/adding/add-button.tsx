import { Trans } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'

type Props = { isPicking: boolean; isMain?: boolean; onAdd: () => void; onStop: () => void }

/** Begins choosing a point for a new playground, or ends that. */
export function AddButton({ isPicking, isMain = false, onAdd, onStop }: Props) {
  return isPicking ? (
    <Button size={44} variant="picked" icon="x" onClick={onStop}>
      <Trans>Cancel</Trans>
    </Button>
  ) : (
    <Button size={44} variant={isMain ? 'do' : 'secondary'} icon="plus" onClick={onAdd}>
      <Trans>Add Playground</Trans>
    </Button>
  )
}
