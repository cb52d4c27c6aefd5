// A long-lived Vitest: it has loaded and transformed the product once, and runs the test files it is sent. Its parent
// changes files of the product in between, and ends it if a run takes too long.
import { fileURLToPath } from 'node:url'
import { createVitest, type TestCase, type TestModule } from 'vitest/node'

/** What the parent sends: the test files to run, and the files changed since the last run. */
export interface Order {
  tests: string[]
  changed: string[]
}

/** A test that failed; without a file if none is known. */
export interface Noticed {
  by: string
  /** The path of its file. */
  file?: string
}

/** The reply: the first test that failed, if any; and that the next order can be sent. */
export type News = { is: 'ready' } | ({ is: 'noticed' } & Noticed) | { is: 'done'; ms: Record<string, number> }

const root = fileURLToPath(new URL('../..', import.meta.url))
const config = fileURLToPath(new URL('vitest.config.ts', import.meta.url))
const isStopping = process.env.MUTANTS_REACH === undefined
const tell = (news: News) => void process.send?.(news)

let isNoticed = false
function notice(noticed: Noticed) {
  if (isNoticed || !isStopping) return
  isNoticed = true
  tell({ is: 'noticed', ...noticed })
  void vitest.cancelCurrentRun('test-failure')
}

const reporter = {
  onTestCaseResult(test: TestCase) {
    const { relativeModuleId, moduleId } = test.module
    if (test.result().state === 'failed') notice({ by: `${relativeModuleId}: ${test.fullName}`, file: moduleId })
  },
  onTestModuleEnd(module: TestModule) {
    if (module.state() === 'failed') notice({ by: module.relativeModuleId, file: module.moduleId })
  },
}

const vitest = await createVitest('test', { config, root, watch: false, run: false, reporters: [reporter] })

process.on('message', (order: Order) => void run(order))
process.on('disconnect', () => void vitest.close().finally(() => process.exit()))
const all = await vitest.globTestSpecifications()
tell({ is: 'ready' })

async function run({ tests, changed }: Order) {
  isNoticed = false
  for (const file of changed) vitest.invalidateFile(file)
  const specifications = tests.flatMap(test => all.filter(({ moduleId }) => moduleId === test))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  if (unhandledErrors.length > 0) notice({ by: 'an error outside of tests' })
  const ms = Object.fromEntries(testModules.map(module => [module.moduleId, Math.round(module.diagnostic().duration)]))
  tell({ is: 'done', ms })
}
