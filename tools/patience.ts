// Set-up of every Vitest test: `vi.waitFor` waits long, because a busy machine is slow. Benches measure speed.
import { vi } from 'vitest'

const patienceMs = 60_000
const waitFor = vi.waitFor

vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: patienceMs, ...(typeof options === 'number' ? { timeout: options } : options) })
