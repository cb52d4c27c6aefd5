// `npm run check -- import`: imports real OpenStreetMap files from OPEN_DATA_DIR, each into its own PostgreSQL database,
// and compares the result with the known content of the files. They are too large to keep in this repository, whose
// tests generate small ones.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createDatabase, startPostgres } from '../tools/postgres.ts'
import { operatorCommand } from '../tools/server-command.mjs'
import { checkJudged } from './check-judged.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const maxMegabytes = 300

/** The folder of the real files. */
export const realFiles = resolve(root, process.env.OPEN_DATA_DIR ?? '../shared/data/osm')

type Feature = { id: string; properties: { nameDerived: boolean; name: string; address?: string; features: string[] } }

interface Expectation {
  files: string[]
  /** The summary that the first import prints, with the number of places. */
  says: string
  places: number
  /** Further known facts about the content. */
  facts?: (places: Feature[]) => Record<string, [actual: number, least: number, most: number]>
}

const having = (places: Feature[], feature: string) =>
  places.filter(({ properties }) => properties.features.includes(feature)).length
const named = (places: Feature[]) => places.filter(({ properties }) => !properties.nameDerived).length

const expectations: Expectation[] = [
  {
    files: ['liechtenstein-2015-07-27.osm.pbf'],
    says: 'Read 17 playgrounds and 60 restaurants',
    places: 17,
    facts: places => ({
      points: [places.filter(({ id }) => id.startsWith('node/')).length, 7, 7],
      areas: [places.filter(({ id }) => id.startsWith('way/')).length, 10, 10],
      named: [named(places), 4, 4],
    }),
  },
  { files: ['delft-station-2022.osm.pbf'], says: 'Nothing to import', places: 0 },
  {
    files: ['wechelderzande-2016.osm.pbf'],
    says: 'Read 2 playgrounds',
    places: 2,
    facts: places => ({
      'named after a street': [
        places.filter(({ properties: { name } }) => /^Speeltuin .+(laan|baan)$/.test(name)).length,
        2,
        2,
      ],
    }),
  },
  {
    files: ['winterthur-playgrounds.overpass.json'],
    says: 'Read 243 playgrounds and 0 restaurants; left out 25 private.',
    places: 218,
  },
  {
    files: ['luebeck-playgrounds.geojson'],
    // 5 points are inside an area of the same playground.
    says: 'Read 326 playgrounds and 0 restaurants; left out 20 private, 5 twice on the map.',
    places: 301,
  },
  {
    files: ['playgrounds', 'playground-equipment', 'benches', 'sand'].map(name => `karlsruhe-${name}.geojson`),
    // 382 in the first file; 3 slides and 3 sand areas of the others are tagged as playgrounds as well.
    says: 'Read 388 playgrounds',
    places: 384,
    facts: places => ({
      'with benches': [having(places, 'benches'), 151, 158],
      'with a sandbox': [having(places, 'sandbox'), 52, 58],
      'with water': [having(places, 'waterGames'), 4, 5],
    }),
  },
  { files: ['utrecht-rotsoord.overpass.json'], says: 'Nothing to import', places: 0 },
]

/** Makes the process print its peak memory when it ends. */
const tellMemory = "process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS))"

let failures = 0
function check(isTrue: boolean, what: string) {
  if (!isTrue) failures += 1
  process.stdout.write(`${isTrue ? '✓' : '✗'} ${what}\n`)
}

function run(command: string, args: string[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${tellMemory}`, ...operatorCommand, ...command.split(' '), ...args],
    { cwd: root, env: { PATH: process.env.PATH ?? '', ...env }, encoding: 'utf8' },
  )
  const [, kilobytes = 'nothing'] = /peak (\d+)$/.exec(stderr) ?? []
  return { isFine: status === 0, said: stdout + stderr.replace(/peak \d+$/, ''), megabytes: Number(kilobytes) / 1024 }
}

async function checkAll() {
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'papadag-import-'))
  try {
    for (const [index, expectation] of expectations.entries()) {
      checkOne(expectation, folder, createDatabase(postgres.url, `import_${index}`))
    }
    checkRefusals(folder, createDatabase(postgres.url, 'refusals'))
    await checkJudged(realFiles, folder, check)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await postgres.remove()
  }
  if (failures > 0) process.exitCode = 1
}

function checkOne({ files, says, places, facts }: Expectation, folder: string, url: string) {
  const paths = files.map(file => join(realFiles, file))
  const env = { DATA_DIR: folder, DATABASE_URL: url }
  const first = run('import', paths, env)
  check(first.isFine && first.said.includes(says), `${files.join(', ')}: ${first.said.trim().replaceAll('\n', ' ')}`)
  check(
    first.megabytes < maxMegabytes,
    `  in ${first.megabytes.toFixed(0)} MB of memory, of at most ${maxMegabytes} MB`,
  )
  const second = run('import', paths, env)
  check(
    second.isFine &&
      (places === 0 || second.said.includes(`Of ${places} places 0 new, 0 changed, ${places} the same.`)) &&
      !second.said.includes('What is known'),
    '  the second time nothing is written',
  )
  const exported = join(folder, 'places.geojson')
  run('export places', [exported], env)
  // The tests check the format of an export.
  const { features } = JSON.parse(readFileSync(exported, 'utf8')) as { features: Feature[] }
  check(features.length === places, `  ${features.length} places of ${places}`)
  for (const [fact, [actual, least, most]] of Object.entries(facts?.(features) ?? {})) {
    check(
      actual >= least && actual <= most,
      `  ${actual} ${fact}, of ${least === most ? least : `${least} to ${most}`}`,
    )
  }
}

/** Checks that importing a truncated file writes nothing. */
function checkRefusals(folder: string, url: string) {
  const env = { DATA_DIR: folder, DATABASE_URL: url }
  for (const { files } of expectations) {
    const [file = ''] = files
    const whole = readFileSync(join(realFiles, file))
    const cut = join(folder, `cut-${file}`)
    writeFileSync(cut, whole.subarray(0, Math.floor(whole.length * 0.6)))
    const { isFine, said } = run('import', [cut], env)
    check(!isFine && said.includes('Nothing was imported'), `cut in the middle: ${said.trim()}`)
  }
  const exported = join(folder, 'places.geojson')
  run('export places', [exported], env)
  check(readFileSync(exported, 'utf8').includes('"features":[\n]'), '  no place came in')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (existsSync(realFiles)) await checkAll()
  else process.stdout.write(`No real files here: ${realFiles} does not exist.\n`)
}
