import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { noProgress } from '../../platform/files/progress.ts'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { UsageProblem } from './command.ts'
import { commands } from './table.ts'

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
const program = fileURLToPath(new URL('./papadag.ts', import.meta.url))

/** Runs the operator's program in a folder that has a data folder of its own. */
function setting() {
  const folder = emptyFolder()
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      env: { PATH, NODE_COMPILE_CACHE, INIT_CWD: folder, DATA_DIR: join(folder, 'data') },
      encoding: 'utf8',
    })
    return { code: status, stdout, stderr }
  }
  return { folder, run }
}

test('the help names every command, and the help of one command only that one', () => {
  const { run } = setting()
  const all = run()
  expect(all.code).toBe(0)
  for (const name of Object.keys(commands)) expect(all.stdout).toContain(`  papadag ${name}`)
  expect(all.stdout).toContain('Exit codes: 0 done')
  expect(run('help', '--json')).toEqual(all)
  const one = run('help', 'map')
  expect(one.stdout).toContain('papadag map --remove')
  expect(one.stdout).not.toContain('papadag backup')
  expect(run('map', '--from', '-h')).toEqual(one)
})

test.each([
  'backup',
  'backup one two',
  'backup one --keep',
  'backup one --keep all',
  'backup one --keep 0',
  'backup one --json=yes',
  'restore',
  'restore one two',
  'doctor --loud',
  'doctor now',
  'migrate after',
  'moderator',
  'moderator add',
  'moderator remove ',
  'moderator list daan',
  'moderator add daan kwame',
  'moderator promote daan',
  'moderator host daan',
  'operator unhost',
  'operator hosts daan',
  'map',
  'map one.mbtiles --remove',
  'map --remove --around 52,5,10',
  'map --from',
  'import',
  'import --download',
  'import --download utrecht file.osm.pbf',
  'import --every week file.osm.pbf',
  'import --download utrecht --every day',
  'export',
  'export fathers',
  'export places one two',
  'demo',
  'demo load',
])('papadag %s is not understood, and nothing is read or done', async line => {
  const [name = '', ...args] = line.split(' ')
  const untouched = () => {
    throw new Error('the configuration was read')
  }
  const around = { config: untouched, progress: noProgress, say: untouched, wait: untouched }
  await expect((async () => commands[name]?.run(args, around))()).rejects.toThrow(UsageProblem)
})

test('a command line that is not understood ends with exit code 2 and the right way in one sentence', () => {
  const { run } = setting()
  expect(run('restore')).toEqual({ code: 2, stdout: '', stderr: 'Say papadag restore FILE [--replace].\n' })
  expect(run('map', '--remove', 'x', '--json').stderr).toMatch(
    /^Say papadag map FILE\.mbtiles .+, or papadag map --remove\.\n$/,
  )
})

test('a command that does not exist is refused as not understood', () => {
  const { run } = setting()
  for (const name of ['back-up', 'constructor'])
    expect(run(name)).toEqual({
      code: 2,
      stdout: '',
      stderr: `There is no command ${name}; "papadag help" names them all.\n`,
    })
  expect(run('help', 'back-up').code).toBe(2)
})

test('a command that fails ends with exit code 1 and one sentence, with --json too', () => {
  const { folder, run } = setting()
  const stderr = `There is no file ${join(folder, 'none.backup')}. Nothing was changed.\n`
  expect(run('restore', 'none.backup')).toEqual({ code: 1, stdout: '', stderr })
  expect(run('restore', '--json', 'none.backup')).toEqual({ code: 1, stdout: '', stderr })
})

test('with --json a command prints one object wherever the option stands, and the doctor’s exit code says if something is broken', () => {
  const { run } = setting()
  expect(run('map', '--remove', '--json')).toEqual({ code: 0, stdout: '{"removed":null}\n', stderr: '' })
  expect(run('--json', 'moderator', 'list')).toEqual({ code: 0, stdout: '{"moderators":[]}\n', stderr: '' })
  const { code, stdout } = run('doctor', '--json')
  const { isHealthy, findings } = JSON.parse(stdout)
  expect(code).toBe(isHealthy ? 0 : 1)
  expect(findings).toContainEqual(expect.objectContaining({ name: 'dataFolder' }))
})
