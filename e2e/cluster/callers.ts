import { setTimeout as after } from 'node:timers/promises'
import { currentUser } from '@papadag/contract/auth'
import { uploadProfilePicture } from '@papadag/contract/pictures/uploads'
import { createPlaydate, joinPlaydate, leavePlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { aPlaydate, newFather, sameFather } from '../durability/fathers.ts'

const pauseMs = 50
const betweenPicturesMs = 1000
const patienceMs = 15_000
/** A red dot. */
const picture = new Blob(
  [
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    ),
  ],
  { type: 'image/png' },
)

/** The outcomes of calls by fathers who read, join and leave all the time. */
export interface Calls {
  made: number
  /** Calls answered with 5xx or not at all. */
  failed: number
  /** The longest time until such a failure. */
  slowestFailureMs: number
  /** The longest time without a successful write. */
  writeGapMs: number
  /** Pictures that were stored. */
  pictures: number
  /** Nodes from which the last picture cannot be read at the end. */
  withoutPicture: number
}

/** Starts fathers who call in a loop until stopped; one of them keeps changing his picture. */
export async function startCallers(url: string, count: number) {
  const host = await newFather(url)
  const { id } = await host.call(createPlaydate, { body: { ...aPlaydate('Met zijn allen'), maxParticipants: 50 } })
  const fathers = await Promise.all(Array.from({ length: count }, () => newFather(url)))
  const calls: Calls = { made: 0, failed: 0, slowestFailureMs: 0, writeGapMs: 0, pictures: 0, withoutPicture: 0 }
  let lastWriteMs = performance.now()
  let isOver = false

  async function attempt(isWrite: boolean, call: () => Promise<unknown>) {
    calls.made += 1
    const startedMs = performance.now()
    const status = await Promise.race([statusOf(call), after(patienceMs, 0)])
    // A refusal counts as an answer.
    if (status >= 200 && status < 500) {
      if (isWrite) {
        calls.writeGapMs = Math.max(calls.writeGapMs, performance.now() - lastWriteMs)
        lastWriteMs = performance.now()
      }
      return status < 300
    }
    calls.failed += 1
    calls.slowestFailureMs = Math.max(calls.slowestFailureMs, performance.now() - startedMs)
    return false
  }

  const running = fathers.map(async father => {
    while (!isOver) {
      await attempt(false, () => father.call(upcomingPlaydates))
      await attempt(true, () => father.call(joinPlaydate, { params: { id }, body: {} }))
      await attempt(true, () => father.call(leavePlaydate, { params: { id } }))
      await after(pauseMs)
    }
  })
  async function changePicture() {
    while (!isOver) {
      if (await attempt(false, () => host.call(uploadProfilePicture, { file: picture }))) calls.pictures += 1
      await after(betweenPicturesMs)
    }
  }
  running.push(changePicture())
  return {
    async stop(nodes: readonly string[]): Promise<Calls> {
      isOver = true
      await Promise.all(running)
      const { profileImage } = await host.call(currentUser)
      for (const node of nodes) {
        const { ok } = await sameFather(host, node).fetch('GET', profileImage ?? '/uploads/none')
        if (!ok) calls.withoutPicture += 1
      }
      return calls
    },
  }
}

/** 0 without an answer. */
function statusOf(call: () => Promise<unknown>): Promise<number> {
  return call().then(
    () => 200,
    (error: { status?: number }) => error.status ?? 0,
  )
}
