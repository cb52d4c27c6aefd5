import { browserStorage } from '../browser/storage.ts'
import { createStore } from '../store.ts'

/** When a new father would like to do something. */
const wishes = ['weekend', 'weekdays', 'any'] as const
export type Wish = (typeof wishes)[number]

const questions = ['children', 'home', 'days', 'wish'] as const

/** A new father's progress: the current question, or the wish that home searches for. */
export type FirstSteps = { userId: number; at: (typeof questions)[number] } | { userId: number; wish: Wish }

const key = 'first_steps'

// Stored on this device only: on another one the user is not asked, but finds the same fields in his profile.
const steps = createStore(read())

function read(): FirstSteps | undefined {
  try {
    const stored: unknown = JSON.parse(browserStorage.get(key) ?? 'null')
    return isFirstSteps(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

function isFirstSteps(stored: unknown): stored is FirstSteps {
  if (typeof stored !== 'object' || stored === null) return false
  const { userId, at, wish }: { userId?: unknown; at?: unknown; wish?: unknown } = stored
  return typeof userId === 'number' && (questions.some(one => one === at) || wishes.some(one => one === wish))
}

/** The first steps of this user on this device; those of another user are ignored. */
export function useFirstSteps(userId: number): FirstSteps | undefined {
  const now = steps.use()
  return now?.userId === userId ? now : undefined
}

export function setFirstSteps(next: FirstSteps | undefined): void {
  if (next) browserStorage.set(key, JSON.stringify(next))
  else browserStorage.remove(key)
  steps.set(next)
}

/** Removes them for everybody except the user who stays. */
export function forgetFirstSteps(stays?: number): void {
  if (read()?.userId !== stays) setFirstSteps(undefined)
}
