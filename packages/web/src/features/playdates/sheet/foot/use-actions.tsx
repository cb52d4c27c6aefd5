import { Plural, Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { ButtonVariant } from '@papadag/ui/button'
import type { IconName } from '@papadag/ui/pictures/icon'
import type { ReactNode } from 'react'
import { useChangeChildren } from '../../../../domain/playdates/use-change-children.ts'
import { useJoin } from '../../../../domain/playdates/use-join.ts'
import { useStopWaiting } from '../../../../domain/playdates/use-stop-waiting.ts'
import { useWait } from '../../../../domain/playdates/use-wait.ts'
import { JoinListWith, JoinWith } from '../../../../domain/playdates/with-children.tsx'
import { navigate } from '../../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../../platform/navigation/routes.ts'
import { askToShare } from '../../../../platform/screen/sharing.ts'
import { useConfirm } from '../../series/use-confirm.ts'
import type { PlaydateState } from './state-of.ts'
import type { Children } from './use-children.ts'

export type MainAction = {
  text: ReactNode
  variant: ButtonVariant
  icon?: IconName
  busy?: boolean
  onClick: () => void
  /** Whether pressing it asks whether he is leaving. */
  isLeaving?: boolean
}

/** What he can do with a playdate. */
export function useActions(playdate: Playdate, children: Children) {
  const params = { id: playdate.id }
  const forget = () => children.type(undefined)
  const join = useJoin(forget)
  const wait = useWait(forget)
  const stop = useStopWaiting(forget)
  const confirm = useConfirm(forget)
  const change = useChangeChildren(forget)
  const stopWaiting = () => stop.mutate({ params })
  const waitWith = (children: number) => wait.mutate({ params, body: { children } })
  const edit = () => navigate(pathTo('edit-playdate', params))
  const { value } = children
  const joinNow = () => join.mutate({ params, body: { children: value } })
  const answer = (coming: boolean) => confirm.mutate({ params, body: { coming, ...(coming && { children: value }) } })
  const isAnswering = (coming: boolean) => confirm.isPending && confirm.variables.body.coming === coming
  return { join, wait, stop, confirm, change, joinNow, answer, isAnswering, stopWaiting, waitWith, edit }
}

type Of = {
  playdate: Playdate
  state: PlaydateState
  children: Children
  actions: ReturnType<typeof useActions>
  onLeave: () => void
}

/** The likely thing of them, in words. */
export function mainActionOf({ playdate, state, children, actions, onLeave }: Of): MainAction | undefined {
  const { confirm, change, answer, isAnswering, edit } = actions
  const params = { id: playdate.id }
  const { value } = children
  if (children.isChanged && (state.kind === 'joined' || state.kind === 'host')) {
    return {
      text: (
        <Plural
          value={value}
          _0="I’m coming on my own"
          one="I’m coming with # child"
          other="I’m coming with # children"
        />
      ),
      variant: 'do',
      busy: change.isPending,
      onClick: () => change.mutate({ params, body: { children: value } }),
    }
  }
  switch (state.kind) {
    case 'host':
      if (!state.hasRoom) return { text: <Trans>Edit</Trans>, variant: 'secondary', icon: 'edit', onClick: edit }
      return {
        text: <Trans>Ask dads along</Trans>,
        variant: 'do',
        icon: 'share',
        onClick: () => askToShare(playdate),
      }
    case 'goAhead':
      return {
        text: <Trans>It goes ahead</Trans>,
        variant: 'do',
        busy: confirm.isPending,
        onClick: () => answer(true),
      }
    case 'due':
      return {
        text: <Plural value={value} _0="Yes, on my own" one="Yes, with # child" other="Yes, with # children" />,
        variant: 'do',
        busy: isAnswering(true),
        onClick: () => answer(true),
      }
    case 'joined':
      return {
        text: (
          <Plural
            value={state.children}
            _0="You’re coming"
            one="You’re coming with # child"
            other="You’re coming with # children"
          />
        ),
        variant: 'soft',
        icon: 'check',
        onClick: onLeave,
        isLeaving: true,
      }
    default:
      return joiningOf(state, value, actions)
  }
}

/** What somebody who is not on it can do: join, or wait for a place. */
function joiningOf(state: PlaydateState, value: number, actions: Of['actions']): MainAction | undefined {
  const { join, wait, stop, joinNow, stopWaiting, waitWith } = actions
  const joining = <JoinWith value={value} />
  switch (state.kind) {
    case 'waiting':
      if (state.hasRoom) return { text: joining, variant: 'do', busy: join.isPending, onClick: joinNow }
      return {
        text: <Trans>Not after all</Trans>,
        variant: 'secondary',
        busy: stop.isPending,
        onClick: stopWaiting,
      }
    case 'full':
      return {
        text: <JoinListWith value={value} />,
        variant: 'do',
        busy: wait.isPending,
        onClick: () => waitWith(value),
      }
    case 'short':
      return {
        text: <JoinListWith value={state.wanted} />,
        variant: 'do',
        busy: wait.isPending || join.isPending,
        onClick: () => waitWith(state.wanted),
      }
    case 'room':
      return {
        text: joining,
        variant: state.isRunning ? 'secondary' : 'do',
        busy: join.isPending,
        onClick: joinNow,
      }
    default:
      return undefined
  }
}
