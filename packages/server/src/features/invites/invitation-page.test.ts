import { invitation, makeInvite, revokeInvites } from '@papadag/contract/invites'
import { deletePlaydate, editPlaydate } from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { invited } from '../../testing/scenes/invited.ts'
import { aPlaydate, endPlaydate } from '../../testing/world.ts'

test('the preview gives the title and creator as plain text, like the page, and neither once the playdate is cancelled', async () => {
  const { db, host, visitor, params, token } = await invited()
  await db.run(sql`update playdates set title = ${'Zand & "water" <b>nu</b> www.evil.example'} where id = ${params.id}`)
  const html = async () => (await visitor.fetch('GET', `/i/${token}`)).text()
  const shown = 'Zand &amp; &quot;water&quot; &lt;b&gt;nu&lt;/b&gt; …'
  const open = await html()
  expect(open).toContain(`property="og:title" content="Vader 1 nodigt je uit: ${shown}, `)
  expect(open).toContain(`<title>Vader 1 nodigt je uit: ${shown}, `)
  expect(open).not.toMatch(/<b>nu|evil/)
  await host.call(deletePlaydate, { params, body: {} })
  expect(await visitor.call(invitation, { params: { token } })).toMatchObject({ title: null, hostName: null })
  const cancelled = await html()
  expect(cancelled).toContain('property="og:title" content="Deze speelafspraak gaat niet door"')
  expect(cancelled).not.toMatch(/Vader \d|Zand/)
})

test('a preview asks people to have a look only while the invitation can still be accepted', async () => {
  const { host, visitor, params, token } = await invited()
  const says = async (of: string) =>
    /property="og:description" content="([^"]*)"/.exec(await (await visitor.fetch('GET', `/i/${of}`)).text())?.[1]
  expect(await says(token)).toContain('Bekijk de uitnodiging')
  expect(await says('verzonnen')).toContain('of is de link ingetrokken')
  await host.call(deletePlaydate, { params, body: {} })
  expect(await says(token)).toMatch(/^Hij stond voor .+\./)
  await host.call(revokeInvites, { params })
  expect(await says(token)).toContain('of is de link ingetrokken')
})

test('the head of an invitation’s page describes it without an address or hidden names, and its picture’s URL follows changes', async () => {
  const { host, visitor, params, token } = await invited()
  await host.call(makeInvite, { params, body: { showName: false } })
  const response = await visitor.fetch('GET', `/i/${token}`)
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(html).toContain('property="og:title" content="Speelafspraak op')
  expect(html).toContain(`/i/${token}/0.jpg`)
  expect(html).not.toMatch(/<script\s/)
  const pictures: string[] = []
  for (const sequence of [0, 1]) {
    const picture = await visitor.fetch('GET', `/i/${token}/${sequence}.jpg`)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    const bytes = Buffer.from(await picture.arrayBuffer())
    expect(bytes.length).toBeLessThan(100_000)
    pictures.push(bytes.toString('base64'))
    if (sequence === 0)
      await host.call(editPlaydate, {
        params,
        body: aPlaydate({ startTime: '2099-03-29T08:00:00.000Z', endTime: '2099-03-29T09:00:00.000Z' }),
      })
  }
  expect(pictures[0]).not.toBe(pictures[1])
  expect((await visitor.fetch('GET', `/i/${token}/0.jpg`)).status).toBe(404)
  const ics = await (await visitor.fetch('GET', `/api/invites/${token}/calendar.ics`)).text()
  expect(ics).toContain('SUMMARY:Speelafspraak')
  for (const text of [html, ics]) expect(text).not.toMatch(/merk-|Vader \d|Tester/)
  expect((await visitor.fetch('GET', `/i/${'A'.repeat(22)}`)).status).toBe(404)
})

test('a cache keeps the picture for five minutes at most, and it is gone with the invitation', async () => {
  type Invited = Awaited<ReturnType<typeof invited>>
  const ends = [
    ({ host, params }: Invited) => host.call(revokeInvites, { params }),
    ({ host, params }: Invited) => host.call(deletePlaydate, { params }),
    ({ db, params }: Invited) => endPlaydate(db, params.id),
    ({ db, params }: Invited) => db.run(sql`update playdates set hidden_at = now() where id = ${params.id}`),
    ({ db, host }: Invited) =>
      db.run(sql`update users set suspended_until = now() + interval '1 day' where id = ${host.id}`),
  ]
  for (const end of ends) {
    const opened = await invited()
    const { visitor, token } = opened
    const shown = await visitor.fetch('GET', `/i/${token}/0.jpg`)
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'public, max-age=300, must-revalidate'])
    await end(opened)
    const gone = await visitor.fetch('GET', `/i/${token}/0.jpg`)
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store'])
  }
})

test('the page for visitors is in their language, and shows user input as plain text', async () => {
  const { db, host, visitor, params, token } = await invited()
  await db.run(sql`update users set first_name = '<b>Bas</b>$&' where id = ${host.id}`)
  await db.run(sql`update playdates set place_name = '<script>alert(1)</script>$1'`)
  await host.call(makeInvite, { params, body: { showName: true } })
  const page = async (query = '', headers = {}) => {
    const response = await visitor.fetch('GET', `/i/${token}${query}`, { headers })
    return { html: await response.text(), cookie: response.headers.get('set-cookie') }
  }
  const dutch = await page()
  expect(dutch.html).toContain('>&lt;b&gt;Bas&lt;/b&gt;$&amp; nodigt je uit</h1>')
  expect(dutch.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;$1')
  expect(dutch.html).not.toMatch(/<b>Bas|<script>alert/)
  expect(dutch.html).toContain(`/auth?tab=register&amp;next=%2Fi%2F${token}`)
  expect(dutch.html).toContain('1 papa gaat al mee, nog 2 plekken vrij')
  visitor.cookies.clear()
  const german = await page('?language=de', { 'accept-language': 'fr' })
  expect(german.html).toContain('Ich bin dabei')
  expect(german.cookie).toContain('language=de')
  visitor.cookies.clear()
  expect((await page('', { 'accept-language': 'es-ES' })).html).toContain('Me apunto')
  for (const state of ['open', 'full', 'cancelled']) {
    if (state === 'full') await db.run(sql`update playdates set max_participants = 1`)
    if (state === 'cancelled') await host.call(deletePlaydate, { params, body: { reason: 'merk-reason' } })
    visitor.cookies.clear()
    const { html } = await page()
    expect(html.includes('Ik doe mee')).toBe(state === 'open')
    expect(html).not.toMatch(/merk-(?!title)/)
    expect(html.includes('merk-title')).toBe(state !== 'cancelled')
  }
})

test('hostile tokens and languages get the same friendly page, change nothing and cause no server error', async () => {
  const { db, visitor, token } = await invited()
  const before = await db.count(sql`from invitations`)
  const made = ['x', '%2e%2e', '%00', "'--", 'A'.repeat(400), `${token}%20`, encodeURIComponent('<script>')]
  for (const address of [...made.map(one => `/i/${one}`), `/i/${token}/`, '/i/', `/i/${token}/../..`]) {
    const { status } = await visitor.fetch('GET', address)
    expect([address, status < 500]).toEqual([address, true])
  }
  for (const picture of ['-1.jpg', '0.png', '99999999999.jpg', '0.jpg%00', '0.jpg?language=%00']) {
    const { status } = await visitor.fetch('GET', `/i/${token}/${picture}`)
    expect([picture, status]).toEqual([picture, picture.startsWith('0.jpg?') ? 200 : 404])
  }
  expect((await visitor.fetch('GET', `/i/${token}?language=tlh&language=de`)).status).toBe(200)
  expect((await visitor.fetch('POST', `/i/${token}`)).status).toBe(404)
  expect(await db.count(sql`from invitations`)).toBe(before)
})
