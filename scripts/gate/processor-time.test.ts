import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { processorSeconds } from './processor-time.ts'

const busyFor = (ms: number) =>
  `for (const used = () => process.cpuUsage(); used().user + used().system < ${ms * 1000}; );`

test.runIf(process.platform === 'linux')(
  'the processor time of a program counts once it has ended, with that of the programs it started',
  () => {
    processorSeconds()
    const inside = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busyFor(300))}])`
    spawnSync(process.execPath, ['-e', `${inside}; ${busyFor(400)}`])
    expect(processorSeconds()).toBeGreaterThan(0.65)
    expect(processorSeconds()).toBe(0)
  },
)
