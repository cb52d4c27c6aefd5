import { addPlace } from '@papadag/contract/places/places'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { outsideStandIn } from '../../testing/outside-stand-in.ts'
import { here } from '../../testing/places.ts'
import { type Father, world } from '../../testing/world.ts'

const elsewhere = 'https://pictures.example/daan.jpg'

function read(father: Pick<Father, 'fetch'>, url: string) {
  return father.fetch('GET', `/api/pictures?url=${encodeURIComponent(url)}`)
}

async function aSetting(answer: (path: string) => Promise<Buffer | undefined>) {
  const asked: string[] = []
  const { outside } = await outsideStandIn({ 'pictures.example': ['93.184.216.34'] }, async (request, response) => {
    asked.push(request.url ?? '')
    const body = await answer(request.url ?? '')
    if (body) response.end(body)
    else response.writeHead(404).end()
  })
  return { asked, ...(await world({ fathers: 1, outside })) }
}

function aLargePhoto() {
  return sharp({ create: { width: 2000, height: 1600, channels: 3, background: '#ffc62e' } })
    .withExif({ IFD0: { Copyright: 'Daan' } })
    .jpeg()
    .toBuffer()
}

test('a father’s external picture is shown small, and the server fetches it once for everybody', async () => {
  const { asked, db, host, father, visitor } = await aSetting(aLargePhoto)
  await db.run(sql`update users set profile_image = ${elsewhere} where id = ${host.id}`)
  const answers = await Promise.all([read(host, elsewhere), read(father, elsewhere), read(father, elsewhere)])
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=86400',
    })
    const shown = await sharp(await answer.arrayBuffer()).metadata()
    expect([shown.format, shown.width, shown.height, shown.exif]).toEqual(['webp', 512, 512, undefined])
  }
  expect((await read(host, elsewhere)).status).toBe(200)
  expect(asked).toEqual(['/daan.jpg'])
  expect((await read(visitor, elsewhere)).status).toBe(401)
})

test('a place’s external picture is shown larger, and not at all once the place is hidden', async () => {
  const { db, host } = await aSetting(aLargePhoto)
  await host.call(addPlace, {
    body: { type: 'restaurant', name: 'De Zon', address: 'Dam 1', ...here, imageUrl: elsewhere },
  })
  const answer = await read(host, elsewhere)
  expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width: 1280, height: 1024 })
  await db.run(sql`update places set hidden_at = now()`)
  expect((await read(host, elsewhere)).status).toBe(404)
})

test('an address that no profile or place uses is not fetched', async () => {
  const { asked, db, host } = await aSetting(aLargePhoto)
  await db.run(sql`update users set profile_image = ${elsewhere} where id = ${host.id}`)
  for (const url of [
    `${elsewhere}?x`,
    'https://pictures.example/',
    'https://127.0.0.1/',
    '',
    '%',
    `x${'x'.repeat(1999)}`,
  ]) {
    const answer = await read(host, url)
    expect([url, answer.status]).toEqual([url, 404])
    expect(await answer.json()).toMatchObject({ code: 'picture.unknown' })
  }
  expect((await host.fetch('GET', '/api/pictures')).status).toBe(400)
  expect((await read(host, 'x'.repeat(2001))).status).toBe(400)
  expect(asked).toEqual([])
})

test('an address that is no picture answers 404, and is not fetched again for every viewer', async () => {
  const { asked, db, host } = await aSetting(async path => (path === '/gone.jpg' ? undefined : Buffer.from('<svg/>')))
  for (const url of [
    'https://pictures.example/gone.jpg',
    'https://pictures.example/x.svg',
    'http://pictures.example/',
  ]) {
    await db.run(sql`update users set profile_image = ${url} where id = ${host.id}`)
    for (let time = 0; time < 2; time += 1) expect([url, (await read(host, url)).status]).toEqual([url, 404])
  }
  expect(asked).toEqual(['/gone.jpg', '/x.svg'])
})

test('no more than 20 pictures are fetched at the same time', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const { db, host } = await aSetting(() => promise)
  const urls = Array.from({ length: 24 }, (_, n) => `https://pictures.example/${n}.jpg`)
  for (const url of urls) {
    await db.run(sql`
      insert into places (type, name, latitude, longitude, image_url) values ('playground', 'Plek', 1, 1, ${url})`)
  }
  const waits: (string | null)[] = []
  const answers = urls.map(async url => {
    const answer = await read(host, url)
    if (answer.status === 429) waits.push(answer.headers.get('retry-after'))
    return answer.status
  })
  await vi.waitFor(() => expect(waits).toEqual(['5', '5', '5', '5']))
  resolve(undefined)
  expect((await Promise.all(answers)).filter(status => status === 404)).toHaveLength(20)
})
