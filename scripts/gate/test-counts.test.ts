import { expect, test } from 'vitest'
import {
  countPlaywright,
  countsAfter,
  countVitest,
  failuresInPlaywright,
  failuresInVitest,
  trueCounts,
} from './test-counts.ts'

const clean = { code: 0, output: '' }
const crash = { code: 1, output: '' }

test('a runner that crashed counts as a failure, even if every test it counted passed', () => {
  expect(trueCounts({ passed: 12, failed: 0 }, crash)).toMatchObject({ passed: 12, failed: 1 })
})

test('a runner that left no report counts as a failure', () => {
  expect(trueCounts(countVitest(undefined), crash)).toMatchObject({ passed: 0, failed: 1 })
  expect(trueCounts(countPlaywright(undefined), clean)).toMatchObject({ passed: 0, failed: 1 })
})

test('a runner that ran nothing counts as a failure', () => {
  expect(trueCounts({ passed: 0, failed: 0 }, clean)).toMatchObject({ failed: 1 })
})

test('a test file that cannot be loaded counts as a failure besides those that were counted', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{}, {}, {}, {}] },
      { status: 'failed', assertionResults: [] },
    ],
  }
  expect(countVitest(report)).toEqual({ passed: 3, failed: 2 })
})

test('a browser test that fails is named wherever it is, and whatever broke the runner counts too', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
  const report = {
    stats: { expected: 5, unexpected: 1 },
    errors: [{}],
    suites: [{ specs: [spec('a', 'expected')], suites: [{ specs: [spec('b', 'unexpected')] }] }],
  }
  expect(countPlaywright(report)).toEqual({ passed: 5, failed: 2 })
  expect(failuresInPlaywright(report)).toEqual({ titles: ['b'], again: ['--last-failed'] })
})

test('the files of failed Vitest tests run once more', () => {
  const result = (title: string, status: string) => ({ title, status, failureMessages: [] })
  const testResults = [
    { name: 'one.test.ts', status: 'failed', assertionResults: [result('a', 'passed'), result('b', 'failed')] },
    { name: 'two.test.ts', status: 'passed', assertionResults: [result('c', 'passed')] },
    { name: 'three.test.ts', status: 'failed', assertionResults: [] },
  ]
  expect(failuresInVitest({ testResults })).toEqual({ titles: ['b'], again: ['one.test.ts', 'three.test.ts'] })
})

test('a stage has failed when its failed tests fail again, or cannot be run again', () => {
  const first = { passed: 5, failed: 2, output: 'first' }
  expect(countsAfter(first, { passed: 9, failed: 0, output: '' })).toMatchObject({ passed: 7, failed: 0 })
  expect(countsAfter(first, { passed: 8, failed: 1, output: 'again' })).toMatchObject({ passed: 5, failed: 2 })
  expect(countsAfter(first, trueCounts(countVitest(undefined), crash))).toMatchObject({ passed: 5, failed: 2 })
})

test('the counts of a clean run are the runner’s', () => {
  expect(trueCounts({ passed: 7, failed: 0 }, clean)).toMatchObject({ passed: 7, failed: 0 })
})
