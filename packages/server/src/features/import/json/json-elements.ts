import { createReadStream, statSync } from 'node:fs'
import { ImportProblem, type OnBytes } from '../osm-object.ts'

/** The most bytes around the list; a file with more is not open data. */
const maxAround = 4_000_000
/** The largest single element, such as the outline of a country. */
const maxElement = 64_000_000

const beginsList = /"(elements|features)"\s*:\s*\[$/
const space = 32
/** What separates the elements of a list, and begins those that are collected. */
const between: ReadonlySet<number> = new Set([...',{}[]'].map(sign => sign.charCodeAt(0)))
const utf8 = new TextDecoder('utf-8', { fatal: true })

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [...'"\\{}[]'].map(sign =>
  sign.charCodeAt(0),
)

/**
 * Reads a JSON file whose root contains one long list, of `elements` or `features`. Each element is parsed and passed
 * on separately with its place in the list, so the list is never in memory as a whole. Returns the root with that list empty.
 */
export async function readElements(
  path: string,
  name: string,
  { onElement, onBytes }: { onElement: (element: unknown, at: number) => void; onBytes: OnBytes },
): Promise<unknown> {
  const around = new Pieces(maxAround, () => notOurs(name))
  const element = new Pieces(
    maxElement,
    () => `${name} has more than 64 MB in element ${count + 1}. Nothing was imported.`,
  )
  let count = 0
  let depth = 0
  let inText = false
  let isEscaped = false
  /** Whether the list has begun, and until it ends. */
  let inList = false
  let hadList = false
  /** Whether something bare is being read in the list, such as `null`. */
  let isBare = false

  function finish() {
    const text = textOf(element.take(), `${name} is not in UTF-8 in element ${count + 1}`)
    count += 1
    onElement(parse(text, `${name} is broken in element ${count}`), count)
  }

  // A file that somebody keeps writing to would never end.
  const end = statSync(path).size - 1
  for await (const chunk of createReadStream(path, { end, highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    onBytes(chunk.length)
    // The chunk is unassigned from this index on.
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (inList && depth === 2) {
        const isPart = byte !== undefined && byte > space && !between.has(byte)
        if (isPart && !isBare) onElement(null, ++count)
        isBare = isPart || (inText && isBare)
      }
      if (inText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) inText = false
      } else if (byte === quote) inText = true
      else if (byte === openBrace || byte === openBracket) {
        depth += 1
        if (!inList && depth === 2 && byte === openBracket) {
          around.add(chunk.subarray(from, at + 1))
          from = at + 1
          // The key may have arrived with the previous chunk.
          if (beginsList.test(around.last(2).toString('utf8'))) {
            if (hadList)
              throw new ImportProblem(`${name} holds two lists of elements or features. Nothing was imported.`)
            inList = true
            hadList = true
          }
        } else if (inList && depth === 3) from = at
      } else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1
        if (inList && depth === 2) {
          element.add(chunk.subarray(from, at + 1))
          from = at + 1
          finish()
        } else if (inList && depth === 1) {
          inList = false
          from = at
        }
      }
    }
    if (inList && depth >= 3) element.add(chunk.subarray(from))
    else if (!inList) around.add(chunk.subarray(from))
  }
  const text = around.take().toString('utf8')
  if (!/^\uFEFF?\s*\{/.test(text)) throw new ImportProblem(notOurs(name))
  if (inText || depth !== 0) throw new ImportProblem(`${name} ends in the middle. Nothing was imported.`)
  if (!hadList) throw new ImportProblem(notOurs(name))
  return parse(text.replace(/^\uFEFF/, ''), `${name} is broken`)
}

/** Bytes that arrive in pieces, up to a limit. */
class Pieces {
  #pieces: Buffer[] = []
  #length = 0
  readonly #most: number
  readonly #problem: () => string

  constructor(most: number, problem: () => string) {
    this.#most = most
    this.#problem = problem
  }

  add(bytes: Buffer): void {
    this.#length += bytes.length
    if (this.#length > this.#most) throw new ImportProblem(this.#problem())
    // The stream reuses its memory for the next piece.
    if (bytes.length > 0) this.#pieces.push(Buffer.from(bytes))
  }

  last(count: number): Buffer {
    return Buffer.concat(this.#pieces.slice(-count))
  }

  /** All of them as one, which leaves none. */
  take(): Buffer {
    const whole = Buffer.concat(this.#pieces, this.#length)
    this.#pieces = []
    this.#length = 0
    return whole
  }
}

/** In another encoding names would lose letters. */
function textOf(bytes: Buffer, problem: string): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new ImportProblem(`${problem}. Nothing was imported.`)
  }
}

/** Some writers put numbers there that JSON does not have; they become null. */
function parse(text: string, problem: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    try {
      return JSON.parse(
        text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, part => (part[0] === '"' ? part : 'null')),
      )
    } catch {
      throw new ImportProblem(`${problem}. Nothing was imported.`)
    }
  }
}

function notOurs(name: string) {
  return `${name} is neither .osm.pbf, nor Overpass JSON, nor GeoJSON. Nothing was imported.`
}
