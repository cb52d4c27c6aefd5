// Set-up of every test with components. `findBy…` waits long, because a busy machine is slow.
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

/** Less where the product is broken on purpose (scripts/mutants), as in tools/patience.ts. */
configure({ asyncUtilTimeout: Number(import.meta.env.TEST_PATIENCE_MS ?? 60_000) })

// A component that outlives its test draws itself when the page is gone.
afterEach(cleanup)
