import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

// A program that counts stop signals and exits slowly.
const program = `
  import { writeSync } from 'node:fs'
  let asked = 0
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {
    asked += 1
    if (asked === 1) setTimeout(() => { writeSync(1, 'asked ' + asked); process.exit(7) }, 300)
  })
  writeSync(1, 'on ' + process.version + ' ')
  setInterval(() => {}, 1000)
`
const url = `data:text/javascript,${encodeURIComponent(program)}`

test('the program runs on the pinned Node', async () => {
  const { said, child } = await bootstrap()
  expect(said()).toContain('on v26.')
  child.kill('SIGTERM')
  await once(child, 'exit')
})

test('repeated stop signals reach the program once, and its exit code is passed on', async () => {
  const { said, child } = await bootstrap()
  child.kill('SIGINT')
  child.kill('SIGINT')
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(said()).toContain('asked 1')
  expect(code).toBe(7)
})

test('the program ends with the process that started it', async () => {
  const { child } = await bootstrap()
  child.kill('SIGKILL')
  // The processes hold the other end of this pipe, which closes when the last one ends.
  await once(child, 'close')
})

async function bootstrap(): Promise<{ child: ChildProcess; said: () => string }> {
  const child = spawn(process.execPath, [
    'scripts/run.mjs',
    '--input-type=module',
    '--eval',
    `import(${JSON.stringify(url)})`,
  ])
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  child.stdout.on('data', chunk => {
    text += chunk
  })
  while (!text.includes('on v')) await after(20)
  return { child, said: () => text }
}
