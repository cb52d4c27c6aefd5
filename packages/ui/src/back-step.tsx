import { useEffect, useEffectEvent } from 'react'

type Step = { close: () => void; canClose: () => boolean }

/** What lies open over the screen, the topmost last: each is one step of the browser's Back. */
const steps: Step[] = []
let waiting: (() => void)[] = []
let isGoingBack = false

/** How many steps the current entry of the history stands for; the entry of a link to a hash leaves them as they are. */
function depth(): number {
  const kept: unknown = history.state?.steps
  return typeof kept === 'number' ? kept : location.hash ? steps.length : 0
}

/** Adds or removes entries of the history until they match what is open. */
function settle() {
  if (isGoingBack) return
  const surplus = depth() - (waiting.length > 0 ? 0 : steps.length)
  if (surplus > 0) {
    isGoingBack = true
    history.go(-surplus)
    return
  }
  for (let next = depth() + 1; waiting.length === 0 && next <= steps.length; next++)
    history.pushState({ ...history.state, steps: next }, '')
  const ready = waiting
  waiting = []
  for (const go of ready) go()
}

function follow() {
  const kept = isGoingBack && waiting.length === 0 ? steps.length : depth()
  isGoingBack = false
  for (const step of steps.slice(kept).reverse()) {
    if (!step.canClose()) break
    steps.splice(steps.indexOf(step), 1)
    step.close()
  }
  settle()
}

addEventListener('popstate', follow)
// A reloaded page begins where nothing is open.
settle()

/** Changes the address once no open step is left in the history, so that Back does not lead to one. */
export function withoutSteps(change: () => void) {
  if (!isGoingBack && depth() === 0) return change()
  waiting.push(change)
  settle()
}

/** Lets Back close what is open, if it can be closed at all. */
export function useBackStep(open: boolean, onClose: () => void, canBeClosed = true) {
  const close = useEffectEvent(onClose)
  const canClose = useEffectEvent(() => canBeClosed)
  useEffect(() => {
    if (!open || !canClose()) return
    const step: Step = { close, canClose }
    steps.push(step)
    // Once for what closes and what opens in its place.
    queueMicrotask(settle)
    return () => {
      const index = steps.indexOf(step)
      if (index >= 0) steps.splice(index, 1)
      queueMicrotask(settle)
    }
  }, [open])
}
