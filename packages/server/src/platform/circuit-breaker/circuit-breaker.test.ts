import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

type Step = 'success' | [who: string, thing: string, refusedS?: number]

/** Who is to ask nothing after these answers: of `a` and `b`, who asked, and `c`, who did not. */
function resting(steps: readonly Step[]) {
  const breaker = createCircuitBreaker({ restMs: 5000, now: () => 1000 })
  for (const step of steps) {
    if (step === 'success') breaker.succeeded()
    else breaker.failed({ who: step[0], thing: step[1], refusedMs: step[2] && step[2] * 1000 })
  }
  return ['a', 'b', 'c'].filter(who => breaker.restMsOf(who) > 0).join('')
}

test.each<[what: string, steps: Step[], who: string]>([
  ['a single failure is blamed on the one thing that failed', [['a', '1']], ''],
  ['the same thing failing again and again counts as one failure', Array<Step>(50).fill(['a', '1']), ''],
  [
    'the same two things failing for two visitors stop nobody',
    [
      ['a', '1'],
      ['a', '2'],
      ['b', '1'],
      ['b', '2'],
    ],
    '',
  ],
  [
    'three things failing for one visitor stop only him',
    [
      ['a', '1'],
      ['a', '2'],
      ['a', '3'],
    ],
    'a',
  ],
  [
    'a fourth thing failing for another visitor is too little to stop him',
    [
      ['a', '1'],
      ['a', '2'],
      ['a', '3'],
      ['b', '4'],
    ],
    'a',
  ],
  [
    'things failing for two visitors stop everybody',
    [
      ['a', '1'],
      ['b', '2'],
      ['b', '3'],
      ['a', '4'],
    ],
    'abc',
  ],
  [
    'one thing failing for each of three visitors stops everybody',
    [
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ],
    'abc',
  ],
  ['a success in between clears the service', [['a', '1'], ['b', '2'], 'success', ['b', '3'], ['a', '4']], ''],
  ['a refusal stops whoever met it', [['a', '1', 9]], 'a'],
  [
    'refusals for two visitors stop everybody',
    [
      ['a', '1', 9],
      ['b', '2', 9],
    ],
    'abc',
  ],
  [
    'refusals of one tile for two visitors stop everybody',
    [
      ['a', '1', 9],
      ['b', '1', 9],
    ],
    'abc',
  ],
  ['a success in between does not clear a refusal', [['a', '1', 9], 'success', ['b', '2', 9]], 'abc'],
])('when services fail, %s', (_, steps, who) => {
  expect(resting(steps)).toBe(who)
})

test('failures are forgotten after a minute, and a service’s pause ends', () => {
  let now = 0
  const breaker = createCircuitBreaker({ restMs: 5000, now: () => now })
  const fail = (who: string, thing: string) => breaker.failed({ who, thing })
  for (const thing of ['1', '2']) fail('a', thing)
  now = 60_000
  fail('b', '3')
  expect(breaker.restMsOf('b')).toBe(0)
  for (const thing of ['4', '5']) fail('a', thing)
  fail('b', '6')
  expect(breaker.restMsOf('c')).toBe(5000)
  now += 5000
  expect(breaker.restMsOf('c')).toBe(0)
})
