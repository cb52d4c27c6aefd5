/**
 * Parses hostile bodies, forms, queries and frames of the largest size, and prints which took the most CPU time. `npm
 * run check -- parsing` fails if one takes more than 50 ms.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@papadag/contract/limits'
import * as frames from '@papadag/contract/live/frame'
import type { Route } from '@papadag/contract/route'
import * as z from 'zod/mini'
import { isBoundedJson } from '../packages/server/src/platform/bounded-json.ts'
import { parse } from '../packages/server/src/platform/http/requests/request-parts.ts'

const mostMs = 50
const tries = 5

/** Repeats a part up to the size limit, with an end that makes the text invalid. */
const filled = (part: string, end = '') => part.repeat((limits.bodyBytes - 200) / Buffer.byteLength(part)) + end

const texts = [
  ...['1', ' ', '\t', '.', '-', 'a', 'A', 'é', '👶', '0', '+', '[', '"', ',', '/', '@', ':', '\u0301\u0323'].flatMap(
    part => [filled(part, 'x'), filled(part, '\0'), `x${filled(part)}`],
  ),
  ...['http://', 'http://a@', 'http://a/', 'a@'].flatMap(start =>
    ['a', 'ü', '.a', 'a.', '@', '../', '%41'].map(part => start + filled(part, '!')),
  ),
  `2031-06-01T08:00:00.${filled('0', 'Z')}`,
  Array.from({ length: 80_000 }, (_, at) => String.fromCharCode(0x3000 + (at % 0x7000))).join(''),
]
const whole = [
  '['.repeat(limits.bodyBytes / 2) + ']'.repeat(limits.bodyBytes / 2),
  `[${filled('0,', '0')}]`,
  `{${filled('"a":0,', '"b":0')}}`,
  `{${filled('"__proto__" :0,', '"b":0')}}`,
]
const lists = [Array(1990).fill(0), Array(900).fill({}), Array(1000).fill({ name: 'x' }), Array(1990).fill('x'), {}]

/** The minimum of several attempts, since garbage collection disturbs some. Cheap inputs are tried once. */
function cpuMs(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let tried = 0; tried < tries && least > mostMs / 5; tried += 1) {
    const before = process.cpuUsage()
    try {
      work()
    } catch {
      // The parser refuses the input, as it should.
    }
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

function readBody(schema: z.ZodMiniType, json: string) {
  if (isBoundedJson(json)) parse(schema, JSON.parse(json))
}

const found: { ms: number; what: string }[] = []
function measure(what: string, work: () => unknown) {
  found.push({ ms: cpuMs(work), what })
}

function measureSchema(what: string, schema: z.ZodMiniType) {
  const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  for (const field of [...Object.keys(properties), 'unknown']) {
    for (const [at, text] of texts.entries()) {
      const json = JSON.stringify({ [field]: text })
      measure(`${what} ${field}: text ${at} ${JSON.stringify(text.slice(0, 24))}`, () => readBody(schema, json))
    }
    for (const [at, list] of lists.entries()) {
      const json = JSON.stringify({ [field]: list })
      measure(`${what} ${field}: list ${at}`, () => readBody(schema, json))
    }
  }
  for (const json of whole) measure(`${what}: ${json.slice(0, 20)}…`, () => readBody(schema, json))
}

const folder = join(import.meta.dirname, '../packages/contract/src')
for (const file of globSync('**/*.ts', { cwd: folder }).filter(name => !name.includes('.test.'))) {
  const exported = Object.values((await import(join(folder, file))) as object)
  for (const route of exported.filter((one): one is Route => typeof one === 'object' && one !== null && 'at' in one)) {
    for (const part of ['body', 'form', 'query'] as const) {
      const schema = route[part]
      if (schema) measureSchema(`${route.at} ${part}`, schema)
    }
  }
}
for (const [name, frame] of Object.entries(frames)) {
  if (frame instanceof z.ZodMiniObject) measureSchema(`frame ${name}`, frame)
}

found.sort((one, other) => other.ms - one.ms)
const lines = found.slice(0, 10).map(({ ms, what }) => `${ms.toFixed(1).padStart(8)} ms  ${what}`)
process.stdout.write(`${found.length} inputs; those that took the most CPU time:\n${lines.join('\n')}\n`)
if ((found[0]?.ms ?? 0) > mostMs) process.exitCode = 1
