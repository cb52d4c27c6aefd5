import { afterEach, expect, test, vi } from 'vitest'
import { render } from './render.tsx'

const invitation = {
  state: 'open',
  startTime: '2026-11-29T22:00:00.000Z',
  endTime: '2026-11-29T23:30:00.000Z',
  place: 'De <i>Wip</i>',
  area: null,
  placesLeft: 1,
  fathers: 2,
  title: '<0>Hutten</0> {name}',
  hostName: '<b>Bas</b> {title}',
  token: 'token',
  timeZone: 'Europe/Amsterdam',
  picture: 'https://papadag.example/i/token/0.jpg?language=nl',
}

afterEach(() => vi.unstubAllEnvs())

test.each(['UTC', 'America/New_York', 'Pacific/Auckland'])(
  'a server in %s shows times in the Netherlands, and the last day if that differs',
  async zone => {
    vi.stubEnv('TZ', zone)
    const { title, body } = await render('/i/:token', 'nl', { ...invitation, title: null })
    expect(title).toBe('Speelafspraak op zondag 29 november om 23:00')
    expect(body).toContain('>zondag 29 november</p>')
    expect(body).toContain('>23:00 – ma 30 nov 00:30</span>')
  },
)

test('a page shows what members have typed exactly, whatever it looks like', async () => {
  const { title, head, body } = await render('/i/:token', 'en', invitation)
  expect(title).toBe('<b>Bas</b> {title} invites you: <0>Hutten</0> {name}, Sunday, 29 November at 23:00')
  expect(head).toContain(
    'content="&lt;b&gt;Bas&lt;/b&gt; {title} invites you: &lt;0&gt;Hutten&lt;/0&gt; {name}, Sunday',
  )
  expect(body).toContain('>&lt;b&gt;Bas&lt;/b&gt; {title} invites you</h1>')
  expect(body).toContain('>&lt;0&gt;Hutten&lt;/0&gt; {name}</p>')
  expect(body).toContain('>De &lt;i&gt;Wip&lt;/i&gt;</span>')
})

test('a page can be written in two languages at the same time', async () => {
  const pages = await Promise.all(['nl', 'de', 'nl'].map(language => render('/i/:token', language as 'nl', null)))
  expect(pages.map(({ title }) => title)).toEqual([
    'Deze uitnodiging werkt niet (meer)',
    'Diese Einladung gilt nicht (mehr)',
    'Deze uitnodiging werkt niet (meer)',
  ])
})

test('a page has no script of its own, and loads the map’s script only where it shows a map', async () => {
  const map = { version: 'a', minZoom: 0, maxZoom: 14, bounds: [5, 52, 6, 53], latitude: 52, longitude: 5 }
  const withMap = await render('/i/:token', 'nl', { ...invitation, map })
  expect(withMap).toMatchObject({ script: 'page-map' })
  expect(withMap.body).toContain('data-map="{&quot;version&quot;')
  const cancelled = await render('/i/:token', 'nl', { ...invitation, map, state: 'cancelled' })
  expect(cancelled.script).toBeUndefined()
  for (const { head, body } of [withMap, cancelled]) expect(head + body).not.toMatch(/<script|<style|\son\w+=|\sstyle=/)
})
