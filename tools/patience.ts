// Set-up of every Vitest test: `vi.waitFor` waits long, because a busy machine is slow. Benches measure speed.
import { vi } from 'vitest'

/** Less where the product is broken on purpose (scripts/mutants): what a test waits for then mostly never comes. */
const patienceMs = Number(process.env.TEST_PATIENCE_MS ?? 60_000)
const waitFor = vi.waitFor

vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: patienceMs, ...(typeof options === 'number' ? { timeout: options } : options) })
