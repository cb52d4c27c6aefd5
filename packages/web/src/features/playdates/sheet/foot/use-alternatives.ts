import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { MenuItem, MenuStepper } from '@papadag/ui/layers/menu-item'
import { toWaitFor } from '../../../../domain/playdates/to-wait-for.ts'
import { useUser } from '../../../../platform/session/session.ts'
import type { PlaydateState } from './state-of.ts'
import type { useActions } from './use-actions.tsx'
import type { Children } from './use-children.ts'

type Of = {
  playdate: Playdate
  state: PlaydateState
  children: Children
  actions: ReturnType<typeof useActions>
  onType: (children: number) => void
  onLeave: () => void
  onDelete: () => void
}

/** What stands behind ▾: with how many children, and what else he can do. */
export function useAlternatives({ playdate, state, children, actions, onType, onLeave, onDelete }: Of) {
  const { t } = useLingui()
  const { childrenInfo } = useUser()
  const items: MenuItem[] = []
  const waitWith = (children: number | undefined) => {
    if (children === undefined) return
    const label = t`${plural(children, { one: 'Wait for a place with # child', other: 'Wait for places with # children' })}`
    items.push({ label, icon: 'clock', onSelect: () => actions.waitWith(children) })
  }
  if (state.kind === 'room') waitWith(toWaitFor(playdate, childrenInfo.length))
  if (state.kind === 'short') items.push({ label: t`Join on my own`, icon: 'user', onSelect: actions.joinNow })
  if (state.kind === 'joined' && state.isWeekly)
    items.push({ label: t`Not this week`, icon: 'calendar', onSelect: () => actions.answer(false) })
  if (state.kind === 'joined' || state.kind === 'due') {
    const label = t({ message: 'Leave', context: 'confirm' })
    items.push({ label, icon: 'logout', destructive: true, onSelect: onLeave })
  }
  if (state.kind === 'waiting') items.push({ label: t`Not after all`, icon: 'x', onSelect: actions.stopWaiting })
  if (state.kind === 'host' || state.kind === 'goAhead') {
    if (playdate.kind !== 'now') items.push({ label: t`Edit`, icon: 'edit', onSelect: actions.edit })
    items.push({ label: t`Delete`, icon: 'trash', destructive: true, onSelect: onDelete })
  }
  const stepper: MenuStepper = {
    label: t`How many children are you bringing?`,
    value: children.value,
    min: 0,
    max: children.max,
    onChange: onType,
    decreaseLabel: t`One child fewer`,
    increaseLabel: t`One child more`,
  }
  return { items, stepper: children.isAsked ? stepper : undefined }
}
