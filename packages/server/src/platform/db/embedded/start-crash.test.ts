import { expect, test } from 'vitest'
import { startAgain } from './start-crash.ts'

const crash = (name: string, message: string) => Object.assign(new Error(message), { name })
const crashes = [
  crash('RuntimeError', 'unreachable'),
  crash('RuntimeError', 'memory access out of bounds'),
  crash('ExitStatus', 'Program terminated with exit(1)'),
  crash('Error', 'PGlite failed to initialize properly'),
]

/** A start that fails in these ways first. */
function startingAfter(...problems: Error[]) {
  const left = [...problems]
  const starting = {
    starts: 0,
    cleaned: 0,
    run: () =>
      startAgain(
        async () => {
          starting.starts += 1
          const problem = left.shift()
          if (problem) throw problem
          return 'open'
        },
        () => {
          starting.cleaned += 1
        },
      ),
  }
  return starting
}

test.each(crashes)('a database that crashes while it starts is started again ($name $message)', async problem => {
  const starting = startingAfter(problem, problem)
  expect(await starting.run()).toBe('open')
  expect(starting).toMatchObject({ starts: 3, cleaned: 2 })
})

test('after the third crash the start ends with one sentence that says why and what to do', async () => {
  const [first = new Error()] = crashes
  const starting = startingAfter(first, first, first)
  await expect(starting.run()).rejects.toMatchObject({
    name: 'StartCrash',
    message: expect.stringMatching(/^The embedded database crashed 3 times while it started \(unreachable\)\. .+\.$/),
  })
  expect(starting).toMatchObject({ starts: 3, cleaned: 3 })
})

test('any other failure of a start is reported at once', async () => {
  const starting = startingAfter(new Error('the folder may not be read'))
  await expect(starting.run()).rejects.toThrow('the folder may not be read')
  expect(starting).toMatchObject({ starts: 1, cleaned: 0 })
})
