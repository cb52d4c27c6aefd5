import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../tools/free-port.ts'
import { createDatabase, startPostgres } from '../../tools/postgres.ts'
import { type Product, startProduct, temporaryDataDir } from '../../tools/product.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs/operate.md'), 'utf8')

interface Block {
  isMachine: boolean
  when: string | undefined
  text: string
}

const blocks: Block[] = Array.from(
  page.matchAll(/(?:<!-- while: (running|stopped) -->\s*)?```sh( machine)?\n([\s\S]*?)```/g),
  ([, when, machine, text = '']) => ({ isMachine: machine !== undefined, when, text }),
)

async function bash(args: readonly string[], text: string, env: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn('bash', args, { cwd: root, env: { PATH, HOME, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', some => {
      said += some
    })
  }
  child.stdin.end(text)
  const [code] = await once(child, 'close')
  return { code, said }
}

test('every block of the runbook states when it runs, or that it changes the machine', () => {
  expect(blocks.length).toBeGreaterThan(10)
  expect(page.match(/```sh/g)).toHaveLength(blocks.length)
  expect(blocks.filter(({ isMachine, when }) => isMachine === (when !== undefined))).toEqual([])
})

test('blocks that change the machine have valid syntax and name existing files', async () => {
  for (const { isMachine, text } of blocks) {
    if (!isMachine) continue
    expect(await bash(['-n'], text)).toEqual({ code: 0, said: '' })
    for (const file of text.match(/\bdeploy\/[\w./]+/g) ?? []) expect(existsSync(join(root, file)), file).toBe(true)
  }
})

test('the runbook explains every alert', () => {
  const alerts = readFileSync(join(root, 'deploy/monitoring/alerts.yml'), 'utf8').matchAll(/alert: (\w+)/g)
  const list = page.slice(page.indexOf('## Troubleshooting'))
  const elsewhere = ['PapadagMemory']
  expect(Array.from(alerts, ([, name = '']) => name).filter(name => !list.includes(name))).toEqual(elsewhere)
})

test('all other blocks of the runbook run in order on a Papadag with data', {
  timeout: 600_000,
}, async () => {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const postgres = await startPostgres({ isDurable: false })
  onTestFinished(() => postgres.remove())
  onTestFinished(() => {
    for (const made of ['move.backup', 'playgrounds.geojson']) rmSync(join(root, made), { force: true })
  })
  const backups = join(dirname(dataDir), 'backups')
  mkdirSync(backups)
  const settings = { DATA_DIR: dataDir, BACKUP_DIR: backups, METRICS_PORT: String(await freePort()) }
  const env = { ...settings, NEW_DATABASE_URL: createDatabase(postgres.url, 'moved') }
  let product: Product | undefined
  onTestFinished(() => product?.kill())
  for (const { isMachine, when, text } of blocks) {
    if (isMachine) continue
    if (when === 'running') product ??= await startProduct(settings)
    else {
      await product?.stop()
      product = undefined
    }
    const { code, said } = await bash(['-euo', 'pipefail'], text, env)
    expect(code, `${text}\n${said}`).toBe(0)
  }
})
