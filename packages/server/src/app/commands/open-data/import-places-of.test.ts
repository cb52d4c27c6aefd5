import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../../platform/config.ts'
import { sql } from '../../../platform/db/db.ts'
import { noProgress } from '../../../platform/files/progress.ts'
import { postgresUrl, testDatabaseUrl } from '../../../testing/database.ts'
import { emptyFolder } from '../../../testing/files/empty-folder.ts'
import { localServer } from '../../../testing/outside-stand-in.ts'
import { pbf } from '../../../testing/write-pbf.ts'
import { withDatabase } from '../with-database.ts'
import { importPlacesOf, type Wanted } from './import-places-of.ts'

const playground = (id: number, lat: number) => ({ id, lat, lon: 5.12, tags: { leisure: 'playground' } })
const files = {
  first: pbf({ nodes: [playground(1, 52.09)] }),
  second: pbf({ nodes: [playground(1, 52.09), playground(2, 52.1)] }),
}

/** A server of extracts whose newest one changes, and a Papadag that fetches from it. */
async function setting() {
  let offered: Buffer | undefined = files.first
  const origin = await localServer((request, response) => {
    if (!offered) return response.writeHead(503).end()
    if (!request.url?.endsWith('.md5'))
      return response.writeHead(200, { 'content-length': offered.length }).end(offered)
    return response.end(`${createHash('md5').update(offered).digest('hex')}  utrecht-latest.osm.pbf\n`)
  })
  const dataDir = emptyFolder()
  const config = readConfig({
    DATA_DIR: dataDir,
    OSM_DOWNLOAD_URL: origin,
    ...(postgresUrl ? { DATABASE_URL: await testDatabaseUrl() } : {}),
  })
  const said: string[] = []
  const run = async (wanted: Wanted, wait: (ms: number) => boolean = () => false) => {
    const { text } = await importPlacesOf(config, wanted, {
      progress: noProgress,
      say: each => void said.push(each.text),
      wait: async ms => wait(ms),
    })
    return text
  }
  return {
    config,
    said,
    run,
    offer(next: Buffer | undefined) {
      offered = next
    },
    places: () => withDatabase(config, async open => (await open()).count(sql`from places`)),
  }
}

test('the newest extract of a region is imported, and only once', async () => {
  const { run, places } = await setting()
  expect(await run({ region: 'europe/utrecht', isWeekly: false })).toContain('Of 1 place 1 new')
  expect(await run({ region: 'europe/utrecht', isWeekly: false })).toBe(
    'The newest extract of europe/utrecht is here already.',
  )
  expect(await places()).toBe(1)
})

test('a newer extract is imported every week, and after a failure another attempt follows a day later', async () => {
  const { run, offer, said } = await setting()
  const waited: number[] = []
  const next = [undefined, files.second, files.second]
  const end = await run({ region: 'utrecht', isWeekly: true }, ms => {
    waited.push(ms / 86_400_000)
    if (waited.length > next.length) return false
    offer(next[waited.length - 1])
    return true
  })
  expect(end).toBe('Ended.')
  expect(waited).toEqual([7, 1, 7, 7])
  expect(said).toEqual([
    expect.stringContaining('Of 1 place 1 new'),
    expect.stringContaining('answers 503'),
    expect.stringContaining('Of 2 places 1 new'),
    'The newest extract of utrecht is here already.',
  ])
})

test('an extract that cannot be read is not remembered, so the next attempt fetches it again', async () => {
  const { run, offer, places } = await setting()
  offer(Buffer.from('not an extract'))
  await expect(run({ region: 'utrecht', isWeekly: false })).rejects.toThrow('Nothing was imported.')
  offer(files.first)
  expect(await run({ region: 'utrecht', isWeekly: false })).toContain('Of 1 place 1 new')
  expect(await places()).toBe(1)
})

test('a file is imported without contacting any server', async () => {
  const { run } = await setting()
  const folder = emptyFolder()
  const file = join(folder, 'utrecht.osm.pbf')
  await writeFile(file, files.second)
  expect(await run({ files: [file] })).toContain('Of 2 places 2 new')
})
