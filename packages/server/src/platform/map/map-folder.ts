import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { ConfigProblem } from '../config.ts'
import { errorCode } from '../error-code.ts'
import { makeFolder } from '../files/given-file.ts'

/** What the server and the operator know about a map. */
export const MapFacts = z.object({
  /** Identifies the content, so that every node with the same tiles has the same addresses. */
  version: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** The name of the operator's file. */
  name: z.string().check(z.maxLength(100)),
  minZoom: z.int().check(z.minimum(0), z.maximum(14)),
  maxZoom: z.int().check(z.minimum(0), z.maximum(14)),
  bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
  /** When the data was taken from OpenStreetMap, in milliseconds since 1970. */
  dataAtMs: z.number(),
  tiles: z.int(),
  bytes: z.int(),
})
export type MapFacts = z.output<typeof MapFacts>

const State = z.object({
  /** Null after the map has been removed. */
  current: z.nullable(MapFacts),
  /** Maps that screens opened before may still show. */
  before: z.array(z.object({ map: MapFacts, untilMs: z.number() })),
})
type State = z.output<typeof State>

/** How long the tiles of a replaced map stay reachable for open pages. */
const keptMs = 24 * 3600_000
const mapFile = /^([0-9a-f]{16})\.mbtiles$/
const stateFile = 'map.json'
const startedAtMs = Math.round(performance.timeOrigin)

export const pathOf = (folder: string, version: string): string => join(folder, `${version}.mbtiles`)

/** The maps of a folder; empty if it is missing, or if the file that names them is damaged. */
export function readState(folder: string): State {
  try {
    if (!statSync(join(folder, stateFile)).isFile()) return { current: null, before: [] }
    return State.parse(JSON.parse(readFileSync(join(folder, stateFile), 'utf8')))
  } catch {
    return { current: null, before: [] }
  }
}

/** Changes whenever another map is installed. */
export function stampOf(folder: string): string {
  const found = statSync(join(folder, stateFile), { throwIfNoEntry: false })
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : ''
}

const draftName = /^draft-(?:(?<host>.*)-)?(?<pid>\d+)-\d+$/
/** Names may be longer than a file's. */
const thisHost = hostname().slice(0, 100)
let drafts = 0

/** A path in the folder for a file that is being written; removes what killed commands have left there. */
export function draftIn(folder: string): string {
  makeFolder(
    folder,
    undefined,
    sentence => new ConfigProblem(`MAP_DIR must be a folder, and ${folder} is not: ${sentence}.`),
  )
  for (const name of namesIn(folder))
    if (isAbandoned(name)) rmSync(join(folder, name), { force: true, recursive: true })
  drafts += 1
  return join(folder, `draft-${thisHost}-${process.pid}-${startedAtMs}${drafts}`)
}

/** Whether nobody writes a draft any more. Nodes that share the folder do not know each other's processes. */
function isAbandoned(name: string): boolean {
  const { host, pid } = draftName.exec(name)?.groups ?? {}
  if (host !== thisHost) return false
  // In a container every process may have the same number.
  if (Number(pid) === process.pid) return !name.includes(`-${startedAtMs}`)
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return errorCode(error) === 'ESRCH'
  }
}

/** Installs a finished file, or none, and keeps the previous one for a day. */
export function putInPlace(folder: string, next: { map: MapFacts; draft: string } | undefined, nowMs = Date.now()) {
  const { current, before } = readState(folder)
  if (next) renameSync(next.draft, pathOf(folder, next.map.version))
  const kept = current && current.version !== next?.map.version ? [{ map: current, untilMs: nowMs + keptMs }] : []
  const older = before.filter(({ map, untilMs }) => untilMs > nowMs && map.version !== next?.map.version)
  writeState(folder, { current: next?.map ?? null, before: [...kept, ...older] })
  sweep(folder, nowMs)
}

/** Done in one step, so that a node reads either the previous state or the new one. */
function writeState(folder: string, state: State) {
  const draft = draftIn(folder)
  writeFileSync(draft, JSON.stringify(state))
  renameSync(draft, join(folder, stateFile))
}

/** Deletes maps whose day is over, and what killed commands have left behind. */
export function sweep(folder: string, nowMs = Date.now()): void {
  const { current, before } = readState(folder)
  const wanted = new Set([current?.version, ...before.filter(one => one.untilMs > nowMs).map(one => one.map.version)])
  for (const name of namesIn(folder)) {
    const version = mapFile.exec(name)?.[1]
    const isOld = (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? nowMs) < nowMs - keptMs
    if (
      version
        ? !wanted.has(version) && (isOld || before.some(one => one.map.version === version))
        : name.startsWith('draft-') && (isOld || isAbandoned(name))
    )
      rmSync(join(folder, name), { force: true, recursive: true })
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
