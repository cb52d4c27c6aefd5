import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../../../platform/files/given-file.ts'
import type { Progress } from '../../../platform/files/progress.ts'
import { type Outside, openOutside } from '../../../platform/outside.ts'
import { ImportProblem } from '../osm-object.ts'

export interface Downloading {
  /** The region as the server names it, such as `europe/netherlands/utrecht`. */
  region: string
  /** The server of the extracts, and the origins that may be in the operator's own network. */
  base: string
  trusted: readonly string[]
  outside: Outside
  /** Where partial downloads are kept, so that an interrupted one can continue. */
  folder: string
  /** The checksum of the extract imported last, which is not fetched again. */
  known: string | undefined
  progress: Progress
}

const silentMs = 30_000
/** The whole planet is smaller than a hundred of these. */
const maxBytes = 16e9
const most = { checksum: 1000, redirects: 3 }

/**
 * Fetches the newest extract of a region, verified by its published checksum; undefined if that is the known one.
 * Continues where an earlier attempt stopped.
 */
export async function download(what: Downloading): Promise<{ file: string; checksum: string } | undefined> {
  const { region, base, folder, known } = what
  if (!/^[a-z0-9-]{1,40}(\/[a-z0-9-]{1,40}){0,4}$/.test(region))
    throw new ImportProblem(`Which region? --download europe/netherlands/utrecht, as ${base} names it.`)
  const address = `${base}/${region}-latest.osm.pbf`
  const checksum = await checksumAt(`${address}.md5`, what)
  if (checksum === known) return undefined

  makeFolder(folder, 0o700)
  const file = join(folder, `${region.split('/').at(-1)}-latest.osm.pbf`)
  // The checksum in its name tells whether a partial file belongs to the file offered now.
  const part = join(folder, `${checksum}.part`)
  for (const other of readdirSync(folder))
    if (other.endsWith('.part') && other !== `${checksum}.part`) rmSync(join(folder, other))
  await fetchInto(part, address, what)
  if ((await md5Of(part)) !== checksum) {
    rmSync(part)
    throw new ImportProblem(`The extract of ${region} was damaged on its way. Run the same again.`)
  }
  renameSync(part, file)
  return { file, checksum }
}

/** Opens an address, following redirects on the same host: the newest extract is often one. */
async function open(address: string, headers: Record<string, string>, what: Downloading): Promise<IncomingMessage> {
  const { base, outside, trusted, region } = what
  let url = address
  for (let left = most.redirects; left >= 0; left -= 1) {
    const response = await openOutside(outside, url, { headers, trusted, silentMs })
    if (!response) throw new ImportProblem(`${new URL(base).host} does not answer. Nothing was changed.`)
    const { statusCode = 0 } = response
    if (statusCode === 200 || statusCode === 206) return response
    response.destroy()
    if (statusCode === 404) throw new ImportProblem(`${base} has no extract of ${region}. Nothing was changed.`)
    const next = URL.parse(response.headers.location ?? '', url)
    if (statusCode < 300 || statusCode >= 400 || next?.host !== new URL(base).host)
      throw new ImportProblem(`${new URL(base).host} answers ${statusCode}. Nothing was changed.`)
    url = next.href
  }
  throw new ImportProblem(`${new URL(base).host} leads in a circle. Nothing was changed.`)
}

async function checksumAt(address: string, what: Downloading): Promise<string> {
  const response = await open(address, {}, what)
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk
    if (text.length > most.checksum) break
  }
  response.destroy()
  const checksum = /^([0-9a-f]{32})\b/.exec(text)?.[1]
  if (!checksum) throw new ImportProblem(`${address} is no checksum. Nothing was changed.`)
  return checksum
}

async function fetchInto(part: string, address: string, what: Downloading) {
  const has = existsSync(part) ? (await stat(part)).size : 0
  const response = await open(address, has > 0 ? { range: `bytes=${has}-` } : {}, what)
  const goesOn = response.statusCode === 206 && response.headers['content-range']?.startsWith(`bytes ${has}-`) === true
  const start = goesOn ? has : 0
  const bytes = Number(response.headers['content-length'])
  const { bavail, bsize } = await statfs(what.folder)
  const problem = !(bytes >= 0 && start + bytes <= maxBytes)
    ? 'does not say how large the extract is, or it is larger than 16 GB'
    : bytes > bavail * bsize
      ? `offers ${(bytes / 1e6).toFixed(0)} MB, for which the disk has no room`
      : undefined
  if (problem) {
    response.destroy()
    throw new ImportProblem(`${new URL(what.base).host} ${problem}. Nothing was changed.`)
  }
  what.progress.step('Fetching', start + bytes)
  what.progress.advance(start)
  response.on('data', (chunk: Buffer) => what.progress.advance(chunk.length))
  try {
    await pipeline(response, createWriteStream(part, { flags: goesOn ? 'a' : 'w', mode: 0o600 }))
  } catch {
    throw new ImportProblem('The download was interrupted. Run the same again: it goes on where it ended.')
  } finally {
    what.progress.end()
  }
}

async function md5Of(file: string): Promise<string> {
  const hash = createHash('md5')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
