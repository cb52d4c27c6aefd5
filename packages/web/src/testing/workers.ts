import { vi } from 'vitest'

export interface StandInWorker<Asked, Answer> {
  asked: Asked[]
  isEnded: boolean
  onmessage?: (event: { data: Answer }) => void
  onerror?: () => void
}

/** Stands in for the workers, which this browser does not have; returns those that the product starts. */
export function standInForWorkers<Asked, Answer>(): StandInWorker<Asked, Answer>[] {
  const started: StandInWorker<Asked, Answer>[] = []
  vi.stubGlobal(
    'Worker',
    class {
      asked: Asked[] = []
      isEnded = false
      constructor() {
        started.push(this)
      }
      postMessage(what: Asked) {
        this.asked.push(what)
      }
      terminate() {
        this.isEnded = true
      }
    },
  )
  return started
}
