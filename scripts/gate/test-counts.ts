/** The test counts of one stage of the gate, with its runner's output. */
export type Counts = { passed: number; failed: number; output: string; failures?: Failures }

/** The tests that failed, and what makes their runner run them once more. */
export type Failures = { titles: string[]; again: string[] }

type Run = { code: number; output: string }
type Bare = Omit<Counts, 'output'>

/** The parts of Vitest's JSON report that are read here. */
type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { title: string; status: string; failureMessages: string[] }[]
  }[]
}

/** A file or a `describe` of a Playwright report. */
type Suite = { specs?: { title: string; tests: { status: string }[] }[]; suites?: Suite[] }

/** The parts of Playwright's JSON report that are read here. */
type PlaywrightReport = { stats: { expected: number; unexpected: number }; errors: unknown[] }

/** Counts the tests of a Vitest report; a file that could not be loaded is one failure. */
export function countVitest(report: unknown): Bare {
  if (!report) return { passed: 0, failed: 0 }
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport // written by the runner just now
  const unloaded = testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length }
}

/** The tests of a Playwright report. */
export function countPlaywright(report: unknown): Bare {
  if (!report) return { passed: 0, failed: 0 }
  const { stats, errors } = report as PlaywrightReport // written by the runner just now
  return { passed: stats.expected, failed: stats.unexpected + errors.length }
}

/** The failed tests of a Vitest report: their files run once more. */
export function failuresInVitest(report: unknown): Failures {
  if (!report) return { titles: [], again: [] }
  const { testResults } = report as VitestReport // written by the runner just now
  const failed = testResults.filter(({ status }) => status === 'failed')
  const tests = failed.flatMap(file => file.assertionResults).filter(({ status }) => status === 'failed')
  return { titles: tests.map(({ title }) => title), again: failed.map(({ name }) => name) }
}

/** The failed tests of a Playwright report; Playwright itself remembers which they were. */
export function failuresInPlaywright(report: unknown): Failures {
  const titles = report ? failedIn(report as Suite) : [] // written by the runner just now
  return { titles, again: titles.length > 0 ? ['--last-failed'] : [] }
}

function failedIn({ specs = [], suites = [] }: Suite): string[] {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
  return [...failed.map(({ title }) => title), ...suites.flatMap(failedIn)]
}

/** The counts of a stage whose failed tests ran once more, alone: it has failed only if they failed again. */
export function countsAfter(first: Counts, again: Counts): Counts {
  if (again.failed > 0) return { ...first, output: `${first.output}\nOnce more, alone:\n${again.output}` }
  return { ...first, passed: first.passed + first.failed, failed: 0 }
}

/** Corrects the counts of a runner that crashed or found no tests: it has failed. */
export function trueCounts({ passed, failed }: Bare, { code, output }: Run): Counts {
  if (failed > 0) return { passed, failed, output }
  if (code !== 0) return { passed, failed: 1, output: `${output}\nThe runner ended with code ${code}.` }
  if (passed === 0) return { passed, failed: 1, output: `${output}\nThe runner found nothing to run.` }
  return { passed, failed, output }
}
