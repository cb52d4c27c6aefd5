import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commands } from '../../packages/server/src/app/commands/table.ts'
import { writeMapFile } from '../../packages/server/src/testing/write-map-file.ts'
import { operatorCommand } from '../../tools/server-command.mjs'

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env

/** Each command of an operator with the arguments of its usual run. */
const usual: Readonly<Record<string, readonly string[]>> = {
  backup: ['out.backup'],
  restore: ['in.backup'],
  doctor: [],
  migrate: [],
  moderator: ['list'],
  operator: ['list'],
  map: ['--remove'],
  import: ['in.json'],
  export: ['places', 'out.geojson'],
  demo: ['reset'],
}

interface Said {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a command in a folder. One that has not ended after two minutes is killed, so its code is null. */
async function run(folder: string, command: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [...operatorCommand, command, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, INIT_CWD: folder, DATA_DIR: join(folder, 'data'), ...env },
    // Nothing ever arrives on its input: a program that waits for it hangs.
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: 120_000,
    killSignal: 'SIGKILL',
  })
  const said: Said = { code: null, stdout: '', stderr: '' }
  child.stdout.on('data', (text: Buffer) => (said.stdout += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said.stderr += text.toString()))
  const [code] = await once(child, 'close')
  return { ...said, code }
}

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'papadag-odd-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Make = (path: string) => unknown
const socket: Make = path => {
  const server = createServer().listen(path)
  onTestFinished(() => void server.close())
  return once(server, 'listening')
}
const odd: Readonly<Record<string, Make>> = {
  'a folder': path => mkdirSync(path),
  'a pipe': path => execFileSync('mkfifo', [path]),
  'a socket': socket,
  'a device': path => symlinkSync('/dev/zero', path),
  'a link to itself': path => symlinkSync(path, path),
  'a link to nothing': path => symlinkSync(`${path}.gone`, path),
  'a file of the system': path => symlinkSync('/proc/self/environ', path),
}
/** Root may read everything. */
const unreadable: Readonly<Record<string, Make>> =
  process.getuid?.() === 0
    ? {}
    : {
        'an unreadable file': path => {
          writeFileSync(path, 'text')
          chmodSync(path, 0)
        },
      }
const toRead: Readonly<Record<string, Make>> = {
  ...odd,
  ...unreadable,
  'no file': () => {},
  'an empty file': path => writeFileSync(path, ''),
  'a file of another format': path => writeFileSync(path, 'x'.repeat(5000)),
  'a file that begins as an extract': path => writeFileSync(path, beginningOfExtract),
}
const beginningOfExtract = Buffer.concat([Buffer.from([0, 0, 0, 13, 10, 9]), Buffer.from('OSMHeader'), Buffer.alloc(9)])

/** Runs a command with each odd thing in the place of `odd`, two at a time, and returns what was not one sentence. */
async function notOneSentence(command: string, args: readonly string[], kinds: Readonly<Record<string, Make>>) {
  const wrong: Record<string, Said> = {}
  const waiting = Object.entries(kinds)
  const next = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const [kind, make] = one
      const folder = temporaryFolder()
      await make(join(folder, 'odd'))
      const said = await run(folder, command, args)
      if (said.code !== 1 || said.stdout !== '' || !/^[^\n]+\.\n$/.test(said.stderr)) wrong[kind] = said
    }
  }
  await Promise.all([next(), next()])
  return wrong
}

test('the table of this test has every command', () => {
  expect(Object.keys(usual)).toEqual(Object.keys(commands))
})

/** Whether all commands look at the given path in the same way shows in what hangs, never ends or is of another kind. */
const some = (kinds: Readonly<Record<string, Make>>) =>
  Object.fromEntries(
    Object.entries(kinds).filter(([kind]) => ['a pipe', 'a device', 'a file of another format'].includes(kind)),
  )

test.each([
  ['import', ['odd'], toRead],
  ['map', ['odd'], some(toRead)],
  ['map', ['--from', 'odd'], some(toRead)],
  ['restore', ['odd'], some(toRead)],
])(
  'the command %s %j says in one sentence why it cannot read something that is not its own file',
  async (command, args, kinds) => {
    expect(await notOneSentence(command, args, kinds)).toEqual({})
  },
)

const { 'a folder': folder, ...others } = odd
test.each([
  ['backup', ['odd'], others],
  ['backup', ['odd/out.backup'], { ...some(odd), 'an empty file': (path: string) => writeFileSync(path, '') }],
  ['export', ['places', 'odd'], some(odd)],
  ['export', ['places', 'odd/out.geojson'], { ...some(odd), 'no folder': () => {} }],
  ['export', ['corrections', 'odd'], some(odd)],
])('the command %s %j says in one sentence why it cannot write there', async (command, args, kinds) => {
  expect(await notOneSentence(command, args, kinds)).toEqual({})
})

test.each(Object.entries(usual))(
  'the command %s %j says in one sentence that a folder is not a data folder',
  async (command, args) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'in.json'), '{"elements": []}')
    writeFileSync(join(folder, 'file'), '')
    symlinkSync(join(folder, 'loop'), join(folder, 'loop'))
    const odd = ['/proc/papadag/data', join(folder, 'loop'), join(folder, 'file'), join(folder, 'file/below')]
    // The last one is somebody's own folder.
    for (const dataDir of command === 'backup' ? [...odd, folder] : [folder]) {
      const { code, stdout, stderr } = await run(folder, command, args, { DATA_DIR: dataDir })
      expect(code).toBe(1)
      // The doctor's findings are its output.
      const said = command === 'doctor' ? stdout : stderr
      expect(said).toContain(command === 'restore' ? 'in.backup' : dataDir)
      expect(`${stdout}${stderr}`).not.toContain('    at ')
      if (command !== 'doctor')
        expect({ stdout, stderr }).toEqual({ stdout: '', stderr: expect.stringMatching(/^[^\n]+\.\n$/) })
    }
  },
)

test('the backup of a database that is still empty is refused', async () => {
  const folder = temporaryFolder()
  expect(await run(folder, 'backup', ['out.backup'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The database is empty, so there is nothing to back up. Nothing was written.\n',
  })
  expect(readdirSync(folder)).toEqual(['data'])
})

test('a file that somebody keeps writing to is refused once it has been read', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'growing.json')
  const node = (id: number) => JSON.stringify({ type: 'node', id, lat: 52, lon: 5, tags: { leisure: 'playground' } })
  writeFileSync(path, `{"elements": [${Array.from({ length: 50_000 }, (_, id) => node(id + 1)).join()}]}`)
  const writing = setInterval(() => appendFileSync(path, ' '.repeat(1000)), 5)
  const said = await run(folder, 'import', ['growing.json'])
  clearInterval(writing)
  expect(said).toEqual({
    code: 1,
    stdout: '',
    stderr: 'growing.json changed while it was read; wait until it is complete. Nothing was imported.\n',
  })
})

test('a secret in a pipe that nobody writes to is refused', async () => {
  const folder = temporaryFolder()
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const said = await run(folder, 'moderator', ['list'], { SESSION_SECRET_FILE: pipe })
  expect(said).toEqual({
    code: 1,
    stdout: '',
    stderr: 'SESSION_SECRET_FILE must be a file that can be read and is not empty.\n',
  })
})

test.each(['/proc/map', 'loop', 'file/below'])('no map is drawn or installed into %s', async place => {
  const folder = temporaryFolder()
  symlinkSync(join(folder, 'loop'), join(folder, 'loop'))
  writeFileSync(join(folder, 'file'), '')
  writeMapFile(join(folder, 'in.mbtiles'), {})
  const { code, stderr } = await run(folder, 'map', ['in.mbtiles'], {
    MAP_DIR: join(place.startsWith('/') ? '/' : folder, place),
  })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^MAP_DIR must be a folder, [^\n]+\.\n$/)
})
