import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('a warning is in the log even if the process is killed right after it', () => {
  const module = new URL('log.ts', import.meta.url).href
  const program = `
    const { openLog } = await import(${JSON.stringify(module)})
    openLog({ isTerminal: false }).warn('the last words')
    process.kill(process.pid, 'SIGKILL')`
  const { stderr, signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  expect(signal).toBe('SIGKILL')
  expect(stderr).toContain('the last words')
})
