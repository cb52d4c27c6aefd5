import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDataDir } from '../../packages/server/src/platform/files/data-dir.ts'
import { commandIn, papadagIn } from '../../tools/npx.ts'
import { startProduct, temporaryDataDir } from '../../tools/product.ts'

const playgrounds = JSON.stringify({
  elements: [
    { type: 'node', id: 1, lat: 52.09, lon: 5.12, tags: { leisure: 'playground', name: 'De Wip' } },
    { type: 'node', id: 2, lat: 52.1, lon: 5.12, tags: { leisure: 'playground', access: 'private' } },
  ],
})

/** A data folder with a file next to it, and a way to run commands from there. */
function setting() {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const folder = dirname(dataDir)
  writeFileSync(join(folder, 'answer.json'), playgrounds)
  writeFileSync(join(folder, 'cut.json'), playgrounds.slice(0, -30))

  const env = { DATA_DIR: dataDir }
  return { dataDir, folder, papadag: commandIn(folder, env), npxPapadag: papadagIn(folder, env) }
}

test('places are imported from a file and exported, from any folder', async () => {
  const { folder, papadag, npxPapadag } = setting()
  expect(await npxPapadag('import', 'answer.json')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^Read 2 playgrounds and 0 restaurants; left out 1 private\.\nOf 1 place 1 new, 0 changed, 0 the same\.\nKnown of 1 playground: /,
    ),
    stderr: '',
  })
  expect((await papadag('import', 'answer.json')).stdout).toContain('0 new, 0 changed, 1 the same')
  expect((await npxPapadag('export', 'places', 'out.geojson')).code).toBe(0)
  const { license, features } = JSON.parse(readFileSync(join(folder, 'out.geojson'), 'utf8'))
  expect(license).toContain('ODbL')
  expect(features).toMatchObject([{ id: 'node/1', properties: { name: 'De Wip' } }])
  expect((await papadag('export', 'corrections', 'corrections.geojson')).code).toBe(0)
  expect(JSON.parse(readFileSync(join(folder, 'corrections.geojson'), 'utf8'))).toMatchObject({ features: [] })
})

test('an import that cannot be done ends with one sentence', async () => {
  const { papadag } = setting()
  for (const [code, args, sentence] of [
    [2, [], 'Say papadag import FILE…, or papadag import --download REGION [--every week].'],
    [1, ['answer.json', 'cut.json'], 'cut.json ends in the middle. Nothing was imported.'],
  ] as const) {
    expect(await papadag('import', ...args)).toEqual({ code, stdout: '', stderr: `${sentence}\n` })
  }
})

test('while Papadag runs on the folder, commands work through its control socket', async () => {
  const { dataDir, folder, papadag } = setting()
  const product = await startProduct({ DATA_DIR: dataDir, DEMO: 'on' })
  onTestFinished(() => product.kill())
  const ok = (stdout: string) => ({ code: 0, stdout, stderr: '' })
  expect(await papadag('moderator', 'add', 'daan')).toEqual(ok('daan is a moderator now.\n'))
  expect(await papadag('moderator', 'list')).toEqual(ok('daan\n'))
  expect((await papadag('import', 'answer.json')).stdout).toContain('Of 1 place 1 new')
  expect((await papadag('export', 'places', 'out.geojson')).code).toBe(0)
  expect(readFileSync(join(folder, 'out.geojson'), 'utf8')).toContain('De Wip')
  // A reset would delete the data of the running server.
  expect((await papadag('demo', 'reset')).stderr).toContain('in use by another Papadag')
  await product.stop()
  expect(await papadag('moderator', 'list')).toEqual(ok('daan\n'))
})

test('a command does not wait for another one, but says that the folder is in use', async () => {
  const { dataDir, papadag } = setting()
  const running = openDataDir(dataDir)
  running.lock()
  onTestFinished(() => running.unlock())
  const { code, stderr } = await papadag('import', 'answer.json')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^DATA_DIR \S+ is in use by another Papadag \(process \d+\); stop that one first.*\n$/)
})
