import { msg } from '@lingui/core/macro'
import { currentUser } from '@papadag/contract/auth'
import { declinePlaydate, takeBackDecline } from '@papadag/contract/playdates/declines'
import { joinPlaydate, leavePlaydate, type Playdate } from '@papadag/contract/playdates/playdates'
import { confirmPlaydate } from '@papadag/contract/playdates/series'
import { stopWaiting, waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { address, type Input } from '@papadag/contract/route'
import type { User } from '@papadag/contract/users/users'
import { reads } from '../../platform/data/reads.ts'
import { sendLater } from '../../platform/offline/offline-queue.ts'
import { changeShown } from './shown-playdates.ts'

/** Joins offline: on the screen immediately, on the server once there is a network. */
export async function joinLater(input: Input<typeof joinPlaydate>) {
  const me = reads.getQueryData<User>([address(currentUser)])
  if (!me) return
  const children = input.body?.children ?? 0
  const title = change(input.params.id, playdate => ({
    ...without(playdate, me.id),
    myStatus: 'joined',
    participants: [...without(playdate, me.id).participants, { ...personOf(me), children }],
    placesTaken: without(playdate, me.id).placesTaken + 1 + children,
  }))
  await sendLater(joinPlaydate, input, msg`Could not join: ${title}`)
}

/** Confirms or declines offline, likewise. */
export async function confirmLater(input: Input<typeof confirmPlaydate>) {
  const me = reads.getQueryData<User>([address(currentUser)])
  if (!me) return
  const title = change(input.params.id, playdate =>
    input.body.coming
      ? { ...bringing(playdate, me.id, input.body.children), confirmation: 'confirmed' }
      : { ...without(playdate, me.id), myStatus: 'none', confirmation: null },
  )
  await sendLater(confirmPlaydate, input, msg`Could not save your answer: ${title}`)
}

/** Leaves offline, likewise. */
export async function leaveLater(input: Input<typeof leavePlaydate>) {
  const me = reads.getQueryData<User>([address(currentUser)])
  if (!me) return
  const title = change(input.params.id, playdate => ({ ...without(playdate, me.id), myStatus: 'none' }))
  await sendLater(leavePlaydate, input, msg`Could not leave: ${title}`)
}

/** Joins the waiting list offline, likewise; only the server knows his position. */
export async function waitLater(input: Input<typeof waitForPlaydate>) {
  const children = input.body?.children ?? 0
  const title = change(input.params.id, playdate => ({
    ...playdate,
    waiting: { position: playdate.waiting?.position ?? 0, children },
  }))
  await sendLater(waitForPlaydate, input, msg`Could not wait for: ${title}`)
}

/** Leaves the waiting list offline, likewise. */
export async function stopWaitingLater(input: Input<typeof stopWaiting>) {
  const title = change(input.params.id, playdate => ({ ...playdate, waiting: null }))
  await sendLater(stopWaiting, input, msg`Still waiting for: ${title}`)
}

/** Says offline that he cannot come, likewise. */
export async function declineLater(input: Input<typeof declinePlaydate>) {
  const title = change(input.params.id, playdate => ({ ...playdate, declined: true }))
  await sendLater(declinePlaydate, input, msg`Could not save your answer: ${title}`)
}

/** Takes that back offline, likewise. */
export async function takeBackLater(input: Input<typeof takeBackDecline>) {
  const title = change(input.params.id, playdate => ({ ...playdate, declined: false }))
  await sendLater(takeBackDecline, input, msg`Could not save your answer: ${title}`)
}

const personOf = ({ id, firstName, lastName, profileImage }: User) => ({ id, firstName, lastName, profileImage })

function without(playdate: Playdate, userId: number): Playdate {
  const mine = playdate.participants.find(({ id }) => id === userId)
  if (!mine) return playdate
  return {
    ...playdate,
    participants: playdate.participants.filter(({ id }) => id !== userId),
    placesTaken: playdate.placesTaken - 1 - mine.children,
  }
}

/** The playdate with this many children of his, or as many as before. */
function bringing(playdate: Playdate, userId: number, children: number | undefined): Playdate {
  const before = playdate.participants.find(({ id }) => id === userId)?.children
  if (before === undefined || children === undefined) return playdate
  return {
    ...playdate,
    participants: playdate.participants.map(person => (person.id === userId ? { ...person, children } : person)),
    placesTaken: playdate.placesTaken - before + children,
  }
}

/** Updates a playdate wherever it is shown; returns its title. */
function change(id: number, changed: (playdate: Playdate) => Playdate): string {
  let title = ''
  changeShown(id, playdate => {
    title = playdate.title
    return changed(playdate)
  })
  return title
}
