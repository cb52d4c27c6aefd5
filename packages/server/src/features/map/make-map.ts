import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { draftIn } from '../../platform/map/map-folder.ts'
import { Message } from '../../platform/protobuf.ts'
import { MapProblem } from './map-problem.ts'
import { repairExtract } from './repair-extract.ts'

const profile = fileURLToPath(new URL('../../../../../deploy/map/', import.meta.url))
const crashed = 'tilemaker crashed'
/** What tilemaker says of a way whose points are missing from the file; of some small files it crashes instead. */
const isCut = /Could not find node with id|tilemaker crashed/

/** Draws an extract of OpenStreetMap into tiles with Debian's tilemaker, and passes their file to `use`. */
export async function withMapOf<T>(extract: string, folder: string, use: (made: string, dataAtMs: number) => T) {
  const dataAtMs = dateOf(extract) ?? statSync(extract).mtimeMs
  const draft = draftIn(folder)
  mkdirSync(draft)
  try {
    const made = join(draft, 'made.mbtiles')
    let said = await draw(extract, made)
    if (isCut.test(said)) {
      const whole = join(draft, 'whole.osm.pbf')
      await repairExtract(extract, whole)
      said = await draw(whole, made)
    }
    if (said !== '') throw new MapProblem(`tilemaker could not draw ${basename(extract)}: ${lastLine(said)}`)
    return use(made, dataAtMs)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Runs tilemaker; returns its last words if it fails. */
function draw(extract: string, made: string): Promise<string> {
  rmSync(made, { force: true })
  const files = ['--input', extract, '--output', made]
  const rules = ['--config', join(profile, 'shortbread.json'), '--process', join(profile, 'shortbread.lua')]
  const child = spawn('tilemaker', [...files, ...rules], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const listen = (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-2000)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  return new Promise((resolve, reject) => {
    child.on('error', () => {
      reject(new MapProblem('Drawing a map needs tilemaker: sudo apt-get install tilemaker. Nothing was changed.'))
    })
    child.on('close', (code, signal) => resolve(code === 0 ? '' : signal ? `${said}\n${crashed}` : said || 'no reason'))
  })
}

const lastLine = (said: string) =>
  said
    .trim()
    .split(/[\r\n]/)
    .at(-1)
    ?.trim() ?? ''

/**
 * When the data of an extract was taken (`osmosis_replication_timestamp`); throws for a file that is not an extract.
 */
function dateOf(extract: string): number | undefined {
  try {
    const blob = new Message(headerOf(extract))
    let header: Buffer | undefined
    while (blob.next()) {
      if (blob.field === 3) header = inflateSync(blob.bytes(), { maxOutputLength: 1_000_000 })
      else if (blob.field === 1) header = blob.bytes()
      else blob.skip()
    }
    const message = new Message(header ?? Buffer.alloc(0))
    while (message.next()) {
      if (message.field === 32) return message.int64() * 1000
      message.skip()
    }
    return undefined
  } catch {
    throw new MapProblem(`${basename(extract)} is not an .osm.pbf file, or is damaged.`)
  }
}

/** The first blob of a file, which describes it. */
function headerOf(extract: string): Buffer {
  const file = openSync(extract, 'r')
  try {
    const start = Buffer.alloc(64 * 1024)
    readSync(file, start, 0, start.length, 0)
    const length = start.readUInt32BE()
    const about = new Message(start.subarray(4, 4 + length))
    let [type, size] = ['', 0]
    while (about.next()) {
      if (about.field === 1) type = about.text()
      else if (about.field === 3) size = about.varint()
      else about.skip()
    }
    if (type !== 'OSMHeader' || 4 + length + size > start.length) throw new RangeError('no header')
    return start.subarray(4 + length, 4 + length + size)
  } finally {
    closeSync(file)
  }
}
