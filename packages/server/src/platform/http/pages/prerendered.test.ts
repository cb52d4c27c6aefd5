import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chunks, facts, fileOf, member, pagesWith, shared, stylesOf, visitor } from '../../../testing/scenes/pages.ts'
import { world } from '../../../testing/world.ts'
import { webRoot } from './pages.ts'

test('a member sees home, the list, an open chat and the map drawn at once in his language, a visitor the login, and nobody anything else', async () => {
  const pages = await pagesWith()
  const html = async (path: string, viewer: Parameters<typeof pages.html>[1]) =>
    String(await pages.html(path, viewer, 'identity'))
  const drawing = (name: string) => readFileSync(`${webRoot}prerendered/${name}.html`, 'utf8')

  const home = await html('/', { ...member, language: 'de' })
  expect(home).toContain(`<div id="prerendered" aria-busy="true" data-path="/">${drawing('home.de')}</div>`)
  expect(home).toContain(`<template id="unreachable">${drawing('unreachable.de')}</template>`)
  // Home keeps the list ready for a tap, with the code that it does not load itself.
  const [, ahead = ''] = /<template id="ahead" data-path="\/playdates">([\s\S]*?)<\/template>/.exec(home) ?? []
  expect(ahead.endsWith(drawing('playdates.de'))).toBe(true)
  expect(chunks(ahead)).toContain(fileOf('src/pages/playdates/playdates.tsx'))
  expect(chunks(ahead)).toContain(fileOf('src/platform/texts/de.po?playdates'))
  const own = chunks(home.replace(ahead, ''))
  expect(own).not.toContain(fileOf('src/pages/playdates/playdates.tsx'))
  expect(chunks(ahead).filter(chunk => own.includes(chunk))).toEqual([])

  const list = await html('/playdates', member)
  expect(list).toContain(
    `<div id="prerendered" aria-busy="true" data-path="/playdates">${drawing('playdates.nl')}</div>`,
  )
  expect(list).not.toContain('id="ahead"')

  const login = await html('/auth', visitor)
  expect(login).toContain(`<div id="prerendered" aria-busy="true" data-path="/auth">${drawing('auth.nl')}</div>`)

  const map = await html('/playground-map', member)
  expect(map).toContain(`data-path="/playground-map">${drawing('playground-map.nl')}</div>`)
  // Its own styles come before it.
  const [style] = stylesOf('src/pages/places/playground-map.tsx')
  expect(map.split('<div id="prerendered"')[0]).toContain(`<link rel="stylesheet" crossorigin href="${style}">`)
  expect(await html('/chat/7', member)).toContain(`data-path="/chat/:id?">${drawing('chat.nl')}</div>`)

  for (const bare of [
    await html('/chat', member),
    // The copy for without a network.
    await html('/chat/7', { ...member, isDrawn: false, isStored: true }),
    await html('/chat/7', visitor),
    await html('/auth', member),
    await html('/', visitor),
    await html('/users/7', member),
    await html('/nothing', member),
  ])
    expect(bare).not.toMatch(/id="(prerendered|ahead|unreachable)"/)
})

test('what a drawing shows of the first replies is asked for before the code, in the font that comes first too', async () => {
  const pages = await pagesWith()
  for (const [path, isFirst] of [
    ['/chat/7', true],
    ['/playground-map', true],
    ['/chat', false],
    ['/', false],
  ] as const) {
    const html = String(await pages.html(path, member, 'identity'))
    expect(html.indexOf('as="fetch"') < html.indexOf('"modulepreload"'), path).toBe(isFirst)
    expect(/as="font"[^>]*>/.exec(html)?.[0].includes('low'), path).toBe(!isFirst)
  }
})

test('a finished page is reused for those who see the same, until the map comes from elsewhere', async () => {
  let host = ''
  const pages = await pagesWith({ facts: { ...facts, tileHost: () => host } })
  const first = await pages.html('/users/7', member, 'br')
  expect(await pages.html('/users/8', member, 'br')).toBe(first)
  for (const viewer of [
    { ...member, language: 'en' },
    { ...member, hasSession: false },
  ] as const)
    expect(await pages.html('/users/7', viewer, 'br')).not.toBe(first)
  expect(await pages.html('/users/7', member, 'gzip')).not.toEqual(first)
  host = 'tiles.test'
  expect(String(await pages.html('/users/7', member, 'identity'))).toContain('data-tile-host="tiles.test"')
  expect(await pages.html('/users/7', member, 'br')).not.toEqual(first)
})

test('the copy for without a network names what home then shows at once, and no other page does', async () => {
  const { host } = await world()
  const named = async (path: string) => chunks(await (await host.fetch('GET', path)).text())
  const needed = [shared('live'), shared('playdate'), shared('home-later'), fileOf('src/platform/texts/nl.po?viewport')]
  expect(await named('/?shell')).toEqual(expect.arrayContaining(needed))
  for (const file of needed) expect(await named('/?from=mail')).not.toContain(file)
})

test('a member who opens an address without a query gets a drawn page, which names a chat’s messages', async () => {
  const { host, visitor: nobody } = await world()
  const get = async (client: typeof nobody, path: string, headers: Record<string, string> = {}) => {
    const response = await client.fetch('GET', path, { headers })
    return { headers: response.headers, status: response.status, html: await response.text() }
  }
  expect((await get(host, '/')).html).toContain('id="prerendered"')
  expect((await get(host, '/?from=mail')).html).not.toContain('id="prerendered"')
  expect((await get(nobody, '/')).html).not.toContain('id="prerendered"')

  const messages = '</api/chats/7/messages?limit=100>; rel=preload; as=fetch; crossorigin'
  expect((await get(host, '/chat/7')).headers.get('link')).toBe(messages)
  for (const [client, path] of [
    [host, '/chat'],
    [host, '/users/7'],
    [nobody, '/chat/7'],
  ] as const)
    expect((await get(client, path)).headers.get('link')).toBeNull()

  const page = await get(host, '/playdates')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('vary')).toBe('accept-encoding, cookie')
  for (const [accepted, sent] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const)
    expect((await get(host, '/playdates', { 'accept-encoding': accepted })).headers.get('content-encoding')).toBe(sent)
})

test('a page that the server renders replaces the app, with the one script that it names', async () => {
  const pages = await pagesWith()
  const page = { language: 'fr', title: '$& <b>', head: '<meta name="a">', body: '<p>$1</p>', isThere: true } as const
  const html = pages.own(page)
  expect(html).toContain('<html lang="fr">')
  expect(html).toContain('<title>$&amp; &lt;b&gt; · Papadag</title>')
  expect(html).toContain('<meta name="a"></head>')
  expect(html).toContain('</header><p>$1</p>')
  expect(html).not.toContain('<script type="module"')
  expect(pages.own({ ...page, script: 'page-map' })).toContain(
    `<meta name="a"><script type="module" src="${fileOf('src/app/page-map.ts')}" async></script></head>`,
  )
})
