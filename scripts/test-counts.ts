/** What one stage of the gate has counted, and what its runner said. */
export type Counts = { passed: number; failed: number; output: string }

type Run = { code: number; output: string }
type Bare = Omit<Counts, 'output'>

/** The shape of Vitest's JSON report, as far as it is read here. */
type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** The shape of Playwright's JSON report, as far as it is read here. */
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] }

/** The tests of a Vitest report; a file that could not be loaded is one failure. */
export function countVitest(report: unknown): Bare {
  if (!report) return { passed: 0, failed: 0 }
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport // written by the runner just now
  const unloaded = testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length }
}

/** The tests of a Playwright report; what passes only at the second try has failed. */
export function countPlaywright(report: unknown): Bare {
  if (!report) return { passed: 0, failed: 0 }
  const { stats, errors } = report as PlaywrightReport // written by the runner just now
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

/** A runner that crashed, or that found nothing to run, has failed, whatever it counted. */
export function trueCounts({ passed, failed }: Bare, { code, output }: Run): Counts {
  if (failed > 0) return { passed, failed, output }
  if (code !== 0) return { passed, failed: 1, output: `${output}\nThe runner ended with code ${code}.` }
  if (passed === 0) return { passed, failed: 1, output: `${output}\nThe runner found nothing to run.` }
  return { passed, failed, output }
}
