import { createHash, type Hash } from 'node:crypto'
import { damaged, foreign, Head, NewerHead, newer, Part, readLines, sha256, type Watched } from './file.ts'
import type { Sequences } from './tables.ts'

/** Callbacks for the contents of a backup, in their order. */
export interface BackupReader {
  head(head: Head): Promise<void>
  table(name: string, columns: readonly string[]): Promise<void>
  row(row: string): Promise<void>
  endOfTable(name: string, rows: number, sha256: string): Promise<void>
  sequences(positions: Sequences): Promise<void>
  picture(name: string, picture: Buffer): Promise<void>
}

export const nothing: BackupReader = {
  head: async () => {},
  table: async () => {},
  row: async () => {},
  endOfTable: async () => {},
  sequences: async () => {},
  picture: async () => {},
}

/** Reads a whole backup and verifies every hash; throws `ConfigProblem` if anything is wrong. */
export async function readBackup(path: string, reader: BackupReader, watched?: Watched): Promise<void> {
  const whole = createHash('sha256')
  let hash: Hash | undefined
  let [rows, tables, pictures] = [0, 0, 0]
  let isFirst = true
  let isOver = false
  for await (const line of readLines(path, watched)) {
    if (isOver) throw damaged(path)
    if (isFirst) {
      isFirst = false
      await reader.head(parse(Head, line) ?? fail(parse(NewerHead, line) ? newer(path) : foreign(path)))
      continue
    }
    if (line.startsWith('[')) {
      hash?.update(`${line}\n`)
      rows += 1
      await reader.row(line)
      continue
    }
    const part = parse(Part, line) ?? fail(damaged(path))
    if ('table' in part) {
      hash = createHash('sha256')
      rows = 0
      await reader.table(part.table, part.columns)
    } else if ('endOf' in part) {
      if (hash?.digest('hex') !== part.sha256 || rows !== part.rows) throw damaged(path)
      tables += 1
      whole.update(part.sha256)
      await reader.endOfTable(part.endOf, part.rows, part.sha256)
    } else if ('sequences' in part) {
      whole.update(`${line}\n`)
      await reader.sequences(part.sequences)
    } else if ('picture' in part) {
      const picture = Buffer.from(part.base64, 'base64')
      if (sha256(picture) !== part.sha256) throw damaged(path)
      pictures += 1
      whole.update(part.sha256)
      await reader.picture(part.picture, picture)
    } else {
      if (whole.digest('hex') !== part.sha256 || tables !== part.tables || pictures !== part.pictures)
        throw damaged(path)
      isOver = true
    }
  }
  if (isFirst) throw foreign(path)
  if (!isOver) throw damaged(path)
}

function parse<S extends typeof Head | typeof NewerHead | typeof Part>(
  schema: S,
  line: string,
): ReturnType<S['parse']> | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(line))
    return parsed.success ? (parsed.data as ReturnType<S['parse']>) : undefined
  } catch {
    return undefined
  }
}

function fail(problem: Error): never {
  throw problem
}
