import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileToRead } from '../../platform/files/given-file.ts'
import { noProgress, type Progress } from '../../platform/files/progress.ts'
import { draftIn } from '../../platform/map/map-folder.ts'
import { ageOf } from './extract-age.ts'
import { MapProblem, refuse } from './map-problem.ts'
import { repairExtract } from './repair-extract.ts'

const profile = fileURLToPath(new URL('../../../../../deploy/map/', import.meta.url))
const crashed = 'tilemaker crashed'
/** What tilemaker says about a way whose points are missing from the file; on some small files it crashes instead. */
const isCut = /Could not find node with id|tilemaker crashed/

/** The programs that it has started end with it, and their files go. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

interface Place {
  /** Where it may write while it works. */
  folder: string
  progress?: Progress
}

/** Draws an extract of OpenStreetMap into tiles with Debian's tilemaker, and passes their file to `use`. */
export async function withMapOf<T>(
  extract: string,
  { folder, progress = noProgress }: Place,
  use: (made: string, dataAtMs: number) => T,
) {
  const given = fileToRead(extract, refuse)
  const dataAtMs = ageOf(extract) ?? statSync(extract).mtimeMs
  const draft = draftIn(folder)
  mkdirSync(draft)
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  for (const signal of endings) process.on(signal, stop)
  try {
    const made = join(draft, 'made.mbtiles')
    const how = { signal: stopped.signal, progress }
    let said = await draw(extract, made, how)
    if (isCut.test(said)) {
      const whole = join(draft, 'whole.osm.pbf')
      await repairExtract(extract, whole, stopped.signal)
      said = await draw(whole, made, how)
    }
    if (said !== '') throw new MapProblem(`tilemaker could not draw ${basename(extract)}: ${lastLine(said)}`)
    given.mustBeSame()
    return use(made, dataAtMs)
  } catch (error) {
    throw stopped.signal.aborted ? new MapProblem('Stopped. Nothing was changed.') : error
  } finally {
    for (const signal of endings) process.off(signal, stop)
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Runs tilemaker; returns its last words if it fails. */
function draw(
  extract: string,
  made: string,
  { signal, progress }: { signal: AbortSignal; progress: Progress },
): Promise<string> {
  rmSync(made, { force: true })
  const files = ['--input', extract, '--output', made]
  const rules = ['--config', join(profile, 'shortbread.json'), '--process', join(profile, 'shortbread.lua')]
  const child = spawn('tilemaker', [...files, ...rules], { stdio: ['ignore', 'pipe', 'pipe'], signal })
  let said = ''
  const watch = watcher(progress)
  const listen = (chunk: Buffer) => {
    const text = chunk.toString('utf8')
    said = (said + text).slice(-2000)
    watch(text)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  return new Promise((resolve, reject) => {
    child.on('error', () => {
      reject(new MapProblem('Drawing a map needs tilemaker: sudo apt-get install tilemaker. Nothing was changed.'))
    })
    child.on('close', (code, killed) => resolve(code === 0 ? '' : killed ? `${said}\n${crashed}` : said || 'no reason'))
  })
}

/**
 * Follows what tilemaker says about its work: the parts of the extract that it has read, and the tiles it has written.
 */
function watcher(progress: Progress) {
  let [title, done] = ['', 0]
  return (text: string) => {
    const said = Array.from(text.matchAll(/(Block|writing tile) (\d+)(?:\/| of )(\d+)/g)).at(-1)
    if (!said) return
    const [, what, at, total] = said
    const now = what === 'Block' ? 'Reading the extract' : 'Drawing tiles      '
    // It reads the extract more than once, several parts at a time, which do not end in their order.
    if (now !== title || Number(at) < done / 2) {
      progress.step(now, Number(total))
      ;[title, done] = [now, 0]
    }
    progress.advance(Math.max(0, Number(at) - done))
    done = Math.max(done, Number(at))
  }
}

const lastLine = (said: string) =>
  said
    .trim()
    .split(/[\r\n]/)
    .at(-1)
    ?.trim() ?? ''
