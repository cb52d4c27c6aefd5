// Set-up of every test of Vitest: on a machine that is busy everything comes later, and nothing is wrong. What a test
// waits for may take this long; how fast it should be is for the benches.
import { vi } from 'vitest'

const patienceMs = 15_000
const waitFor = vi.waitFor

vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: patienceMs, ...(typeof options === 'number' ? { timeout: options } : options) })
