import type { Notification } from '@papadag/contract/notifications'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { ConfirmButtons } from './confirm-buttons.tsx'

type Props = {
  playdate: Pick<Playdate, 'id' | 'title'>
  question: NonNullable<Notification['question']>
  className?: string | undefined
}

/** Answers a question where it is asked; for a regular, with the children who come along. */
export function Answer({ playdate: { id, title }, question: { children }, className }: Props) {
  const myStatus = children === null ? 'creator' : 'joined'
  return (
    <ConfirmButtons
      playdate={{ id, title, myStatus }}
      withChildren={children ?? 0}
      bringing={children ?? undefined}
      className={className}
    />
  )
}

/** What a playdate asks of this user, in the form of a notification's question. */
export function questionOf({ myStatus, participants }: Playdate, userId: number): Props['question'] {
  if (myStatus === 'creator') return { children: null }
  return { children: participants.find(({ id }) => id === userId)?.children ?? 0 }
}
