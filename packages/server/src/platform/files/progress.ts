import type { WriteStream } from 'node:tty'

const barWidth = 28
const everyMs = 100

export interface Progress {
  /** Whether anybody watches; what is counted only for the bar is otherwise not counted. */
  isShown: boolean
  /** Begins a step of this much work. */
  step(title: string, total: number): void
  advance(amount: number): void
  /** Removes the bar. */
  end(): void
}

/** For work that nobody watches. */
export const noProgress: Progress = { isShown: false, step() {}, advance() {}, end() {} }

/** Shows a progress bar in the last line of a terminal; writes nothing if the output is not a terminal. */
export function showProgress(to: Pick<WriteStream, 'isTTY' | 'write'>): Progress {
  let [title, total, done, shownAt] = ['', 1, 0, 0]
  function draw() {
    const share = Math.min(1, done / Math.max(1, total))
    const filled = Math.round(share * barWidth)
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
    to.write(`\r\u001B[K${title} ${bar} ${String(Math.floor(share * 100)).padStart(3)} %`)
    shownAt = performance.now()
  }
  return {
    isShown: to.isTTY,
    step(newTitle, newTotal) {
      ;[title, total, done] = [newTitle, newTotal, 0]
      if (to.isTTY) draw()
    },
    advance(amount) {
      done += amount
      if (to.isTTY && performance.now() - shownAt > everyMs) draw()
    },
    end() {
      if (to.isTTY) to.write('\r\u001B[K')
    },
  }
}
