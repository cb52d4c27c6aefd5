import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { showProgress } from '../../../platform/files/progress.ts'
import { theInternet } from '../../../platform/outside.ts'
import { emptyFolder } from '../../../testing/files/empty-folder.ts'
import { localServer, outsideStandIn } from '../../../testing/outside-stand-in.ts'
import { download } from './download.ts'

const extract = Buffer.from('an extract of Utrecht '.repeat(5000))
const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex')
const path = '/europe/netherlands/utrecht-latest.osm.pbf'

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

/** A server of extracts that answers ranges, as Geofabrik's does; `answers` replaces single paths. */
async function extracts(answers: Record<string, Answer> = {}) {
  const asked: string[] = []
  const base = await localServer((request, response) => {
    const { url = '', headers } = request
    asked.push(headers.range ? `${url} ${headers.range}` : url)
    const own = answers[url]
    if (own) return own(request, response)
    if (url === `${path}.md5`) return response.end(`${md5(extract)}  utrecht-latest.osm.pbf\n`)
    if (url !== path) return response.writeHead(404).end()
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    const rest = extract.subarray(from)
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': rest.length,
      ...(from > 0 && { 'content-range': `bytes ${from}-${extract.length - 1}/${extract.length}` }),
    })
    return response.end(rest)
  })
  const folder = emptyFolder()
  const progress = showProgress({ isTTY: false, write: () => true })
  const fetchIt = (known?: string, region = 'europe/netherlands/utrecht') =>
    download({ region, base, trusted: [base], outside: theInternet(), folder, known, progress })
  return { asked, folder, base, fetchIt }
}

test('the newest extract is fetched and checked, and not fetched again', async () => {
  const { asked, fetchIt } = await extracts()
  const got = await fetchIt()
  expect(readFileSync(got?.file ?? '')).toEqual(extract)
  expect(got?.checksum).toBe(md5(extract))
  asked.length = 0
  expect(await fetchIt(md5(extract))).toBeUndefined()
  expect(asked).toEqual([`${path}.md5`])
})

test('an interrupted download continues where it stopped', async () => {
  let isFirst = true
  const { asked, folder, fetchIt } = await extracts({
    [path]: (request, response) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
      const rest = extract.subarray(from)
      response.writeHead(from > 0 ? 206 : 200, {
        'content-length': rest.length,
        ...(from > 0 && { 'content-range': `bytes ${from}-${extract.length - 1}/${extract.length}` }),
      })
      if (!isFirst) return response.end(rest)
      isFirst = false
      return response.write(rest.subarray(0, 4000), () => response.destroy())
    },
  })
  await expect(fetchIt()).rejects.toThrow('it goes on where it ended')
  expect(readdirSync(folder)).toEqual([`${md5(extract)}.part`])
  const has = readFileSync(join(folder, `${md5(extract)}.part`)).length
  const got = await fetchIt()
  expect(readFileSync(got?.file ?? '')).toEqual(extract)
  if (has > 0) expect(asked.at(-1)).toBe(`${path} bytes=${has}-`)
  expect(readdirSync(folder)).toEqual(['utrecht-latest.osm.pbf'])
})

test('if a server ignores ranges everything is downloaded again, and what is left of another extract is deleted', async () => {
  const { folder, fetchIt } = await extracts({
    [path]: (_request, response) => response.writeHead(200, { 'content-length': extract.length }).end(extract),
  })
  writeFileSync(join(folder, `${md5(extract)}.part`), extract.subarray(0, 100))
  writeFileSync(join(folder, `${'0'.repeat(32)}.part`), 'older')
  const got = await fetchIt()
  expect(readFileSync(got?.file ?? '')).toEqual(extract)
  expect(readdirSync(folder)).toEqual(['utrecht-latest.osm.pbf'])
})

test('a damaged extract is thrown away', async () => {
  const { folder, fetchIt } = await extracts({
    [path]: (_request, response) => response.writeHead(200, { 'content-length': 5 }).end('other'),
  })
  await expect(fetchIt()).rejects.toThrow('damaged on its way')
  expect(readdirSync(folder)).toEqual([])
})

test('the download follows redirects to the same host, and no others', async () => {
  const dated = '/europe/netherlands/utrecht-261124.osm.pbf'
  const same = await extracts({
    [path]: (_request, response) => response.writeHead(302, { location: dated }).end(),
    [dated]: (_request, response) => response.writeHead(200, { 'content-length': extract.length }).end(extract),
  })
  expect(readFileSync((await same.fetchIt())?.file ?? '')).toEqual(extract)
  for (const [location, said] of [
    ['http://192.168.1.1/secret', 'answers 302'],
    [path, 'leads in a circle'],
  ] as const) {
    const { fetchIt } = await extracts({ [path]: (_, response) => response.writeHead(302, { location }).end() })
    await expect(fetchIt()).rejects.toThrow(said)
  }
})

test.each([
  ['a region that is not there', 'europe/atlantis', 'has no extract of europe/atlantis'],
  ['a region that is a path', '../../etc/passwd', 'Which region?'],
  ['a region in capitals', 'Europe/Netherlands', 'Which region?'],
])('asking for %s is refused in one sentence', async (_what, region, said) => {
  const { fetchIt } = await extracts()
  await expect(fetchIt(undefined, region)).rejects.toThrow(said)
})

test.each([
  [
    'no checksum',
    `${path}.md5`,
    (_: IncomingMessage, response: ServerResponse) => response.end('<html>'),
    'no checksum',
  ],
  [
    'an error',
    `${path}.md5`,
    (_: IncomingMessage, response: ServerResponse) => response.writeHead(500).end(),
    'answers 500',
  ],
  [
    'no length',
    path,
    (_: IncomingMessage, response: ServerResponse) => response.writeHead(200).end('x'),
    'does not say how large',
  ],
  [
    'too much',
    path,
    (_: IncomingMessage, response: ServerResponse) =>
      response.writeHead(200, { 'content-length': '17000000000' }).end(),
    'larger than 16 GB',
  ],
] as const)('a download from a server that answers with %s changes nothing', async (_what, at, answer, said) => {
  const { fetchIt } = await extracts({ [at]: answer })
  await expect(fetchIt()).rejects.toThrow(said)
})

test('a server that is not trusted is contacted only at a public address', async () => {
  const folder = emptyFolder()
  const progress = showProgress({ isTTY: false, write: () => true })
  const { outside, connected } = await outsideStandIn(
    { 'extracts.example': ['93.184.215.14'], 'inside.example': ['10.0.0.1'] },
    (request, response) =>
      request.url?.endsWith('.md5')
        ? response.end(`${md5(extract)}  x\n`)
        : response.writeHead(200, { 'content-length': extract.length }).end(extract),
  )
  const from = (base: string) =>
    download({ region: 'utrecht', base, trusted: [], outside, folder, known: undefined, progress })
  expect(readFileSync((await from('https://extracts.example'))?.file ?? '')).toEqual(extract)
  expect(connected).toEqual(['93.184.215.14:443', '93.184.215.14:443'])
  await expect(from('https://inside.example')).rejects.toThrow('does not answer')
  await expect(from('http://extracts.example')).rejects.toThrow('does not answer')
})
