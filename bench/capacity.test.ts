import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { capacity, machines, measuredCosts } from './capacity.ts'

const manual = readFileSync('docs/operate.md', 'utf8')

test('the manual states the capacity computed from the newest mixed load, and one process can serve a city of 300,000', () => {
  const costs = measuredCosts()
  for (const some of machines) {
    const registered = capacity(costs, some).toLocaleString('en')
    expect(manual).toContain(`| ${registered} | ${some.processes} process`)
  }
  const ms = (value: number) => `${value.toFixed(2)} ms`
  expect(manual).toContain(`${ms(costs.main)} in the process and ${ms(costs.database)} in PostgreSQL`)
  expect(capacity(costs, { processes: 1, databaseCores: 2 })).toBeGreaterThanOrEqual(300_000)
})
