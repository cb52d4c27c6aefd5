import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import { ConfigProblem } from '../config.ts'
import { errorCode } from '../error-code.ts'
import { fileToRead } from '../files/given-file.ts'
import type { Progress } from '../files/progress.ts'

/** The first line of a backup. */
export const Head = z.object({
  format: z.literal('papadag-backup'),
  version: z.literal(1),
  createdAt: z.string(),
  /** The name of the map, which is not in the backup; absent in older ones. */
  map: z.optional(z.nullable(z.string())),
  migrations: z.array(z.string()),
})
export type Head = z.output<typeof Head>

/** The first line of a backup in a format that this version does not know. */
export const NewerHead = z.object({ format: Head.shape.format, version: z.number().check(z.gt(1)) })

const TableHead = z.object({ table: z.string(), columns: z.array(z.string()) })
const TableEnd = z.object({ endOf: z.string(), rows: z.number(), sha256: z.string() })
const Sequences = z.object({
  sequences: z.record(z.string(), z.object({ last: z.number(), isCalled: z.boolean() })),
})
const Picture = z.object({ picture: z.string(), sha256: z.string(), base64: z.string() })
const End = z.object({ end: z.literal(true), tables: z.number(), pictures: z.number(), sha256: z.string() })
/** A line that is not a row; rows are arrays. */
export const Part = z.union([TableHead, TableEnd, Sequences, Picture, End])
export type Part = z.output<typeof Part>

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Writes lines into a compressed file that only its owner can read, and that exists either whole or not at all. */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`
  try {
    await pipeline(Readable.from(lines), createGzip({ level: 1 }), createWriteStream(draft, { mode: 0o600 }))
    const written = await open(draft, 'r+')
    await written.sync()
    await written.close()
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  const folder = await open(dirname(path), 'r')
  // Some systems cannot flush a folder; the file itself is safe there.
  await folder.sync().catch(() => {})
  await folder.close()
}

/** The longest possible row is a picture kept for moderators. */
const longestLine = 64 * 1024 * 1024

/** The operator who watches a file being read, and what he is told that this is for. */
export interface Watched {
  title: string
  progress: Progress
}

/** Reads the lines of a backup; throws `ConfigProblem` where a file is damaged or truncated. */
export async function* readLines(path: string, watched?: Watched): AsyncGenerator<string> {
  const given = fileToRead(path, sentence => new ConfigProblem(`${sentence}. Nothing was changed.`))
  const unzip = createGunzip()
  const file = createReadStream(path, { end: given.size - 1 })
  watched?.progress.step(watched.title, given.size)
  const reading = pipeline(file, unzip).catch(() => {})
  unzip.setEncoding('utf8')
  let [rest, seen] = ['', 0]
  try {
    for await (const chunk of unzip) {
      const lines: string[] = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > longestLine) throw new Error('too long a line')
      watched?.progress.advance(file.bytesRead - seen)
      seen = file.bytesRead
      yield* lines
    }
  } catch (error) {
    throw problemOf(path, error)
  } finally {
    unzip.destroy()
    await reading
  }
  if (rest !== '') throw damaged(path)
}

function problemOf(path: string, error: unknown): ConfigProblem {
  if (error instanceof ConfigProblem) return error
  const code = errorCode(error)
  if (code === 'Z_BUF_ERROR') return new ConfigProblem(`${path} ends in the middle. Nothing was changed.`)
  return code === 'Z_DATA_ERROR' && error instanceof Error && /header/.test(error.message)
    ? foreign(path)
    : damaged(path)
}

export function foreign(path: string): ConfigProblem {
  return new ConfigProblem(`${path} is no backup of Papadag. Nothing was changed.`)
}

export function newer(path: string): ConfigProblem {
  return new ConfigProblem(
    `${path} was made by a newer Papadag, in a format that this one does not know. Nothing was changed.`,
  )
}

export function damaged(path: string): ConfigProblem {
  return new ConfigProblem(`${path} is damaged. Nothing was changed.`)
}
