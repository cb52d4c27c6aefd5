import { useEffect, useEffectEvent } from 'react'

type Step = { close: () => void; canClose: () => boolean }

/** The layers open over the screen, topmost last: each is one step of the browser's Back. */
const steps: Step[] = []
let last = { path: location.pathname, depth: 0 }
let replaceScreen: (() => void) | undefined

/** How many steps above its screen the current history entry is; a link to a hash changes nothing. */
export function stepsInHistory(): number {
  const kept: unknown = history.state?.steps
  return typeof kept === 'number' ? kept : location.hash ? last.depth : 0
}

/** Records which entry is current; called when the address has changed without Back. */
export function noteEntry() {
  last = { path: location.pathname, depth: stepsInHistory() }
}

/** Adds an entry for each step that has none. A closed layer leaves its entry, which Back skips. */
function addEntries() {
  for (let depth = stepsInHistory() + 1; depth <= steps.length; depth++)
    history.pushState({ ...history.state, steps: depth }, '')
  noteEntry()
}

function follow() {
  const hasGoneDown = last.path === location.pathname && stepsInHistory() < last.depth
  noteEntry()
  const replace = replaceScreen
  replaceScreen = undefined
  if (replace) return replace()
  if (!hasGoneDown) return
  const top = steps.at(-1)
  if (!top) return history.back()
  if (!top.canClose()) return addEntries()
  steps.pop()
  top.close()
}

/** Replaces the screen itself instead of the layers open over it, or an entry that many below the screen. */
export function replaceBelowSteps(replace: () => void, below = 0) {
  const depth = stepsInHistory() + below
  if (depth === 0) return replace()
  replaceScreen = replace
  history.go(-depth)
}

addEventListener('popstate', follow)
noteEntry()

/** Lets Back close the layer, if it can be closed at all. */
export function useBackStep(open: boolean, onClose: () => void, canBeClosed = true) {
  const close = useEffectEvent(onClose)
  const canClose = useEffectEvent(() => canBeClosed)
  useEffect(() => {
    if (!open || !canClose()) return
    const step: Step = { close, canClose }
    steps.push(step)
    addEntries()
    return () => {
      const index = steps.indexOf(step)
      if (index >= 0) steps.splice(index, 1)
    }
  }, [open])
}
