import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { MapProblem } from './map-problem.ts'

const missing = () =>
  new MapProblem(
    'This extract was cut through its ways. Mending it needs osmium: sudo apt-get install osmium-tool. Nothing was changed.',
  )

/**
 * Writes an extract without the points that it refers to but lacks. tilemaker stops at the first of them, even with
 * `--skip-integrity`.
 */
export async function repairExtract(extract: string, whole: string, signal: AbortSignal): Promise<void> {
  const reader = spawn('osmium', ['cat', extract, '--output-format=opl', '--output=-'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    signal,
  })
  const writer = spawn('osmium', ['cat', '--input-format=opl', '-', '--overwrite', `--output=${whole}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    signal,
  })
  const ended = Promise.all([reader, writer].map(endOf))
  // If the writer ends early, its exit code shows it.
  writer.stdin.on('error', () => {})
  ended.catch(() => {})
  const nodes = new KnownNodes()
  try {
    for await (const line of createInterface({ input: reader.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
      const kept = mended(line, nodes)
      if (kept !== undefined && !writer.stdin.write(`${kept}\n`))
        await Promise.race([new Promise(resolve => writer.stdin.once('drain', resolve)), ended])
    }
    writer.stdin.end()
    await ended
  } finally {
    // If one fails, the other would wait for it for ever.
    for (const child of [reader, writer]) child.kill()
  }
}

function endOf(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('error', () => reject(missing()))
    child.on('close', code => (code === 0 ? resolve() : reject(new MapProblem('osmium could not mend this extract.'))))
  })
}

/** A line of OPL without missing points; undefined for a way that has fewer than two left. */
function mended(line: string, nodes: KnownNodes): string | undefined {
  if (line.startsWith('n')) nodes.add(Number.parseInt(line.slice(1), 10))
  const at = line.startsWith('w') ? line.lastIndexOf(' N') : -1
  if (at < 0) return line
  const points = line.slice(at + 2).split(',')
  const there = points.filter(point => nodes.has(Number.parseInt(point.slice(1), 10)))
  return there.length < 2 ? undefined : `${line.slice(0, at)} N${there.join(',')}`
}

/** Numbers in the ascending order of the file: a Set for a whole country would not fit. */
class KnownNodes {
  #ids = new Float64Array(1024)
  #count = 0

  add(id: number) {
    if (this.#count === this.#ids.length) {
      const larger = new Float64Array(this.#count * 2)
      larger.set(this.#ids)
      this.#ids = larger
    }
    this.#ids[this.#count] = id
    this.#count += 1
  }

  has(id: number): boolean {
    let [low, high] = [0, this.#count - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const found = this.#ids[middle] ?? 0
      if (found === id) return true
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return false
  }
}
