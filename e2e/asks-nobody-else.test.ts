import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inWholeChromium } from '../tools/browsers.ts'
import { signIn } from '../tools/father.ts'
import { askedOnEveryScreen } from './support/asked-origins.ts'
import { collectComplaints } from './support/complaints.ts'
import { expect, test } from './support/test.ts'

// Each journey fails if a browser asks anybody else (`complaints` in support/test.ts).
test.use({ ...inWholeChromium, serviceWorkers: 'allow' })

/** A server of pages whose scripts ask `foreign`, in all ways that scripts have. */
async function leakyServer(foreign: string) {
  const scripts: Record<string, string> = {
    '/': `<img src="${foreign}/image"><script>
      new Worker('/worker.js')
      new WebSocket('${foreign.replace('http', 'ws')}/socket')
      navigator.serviceWorker.register('/service-worker.js')
    </script>`,
    '/worker.js': `fetch('${foreign}/worker', { mode: 'no-cors' }); importScripts('${foreign}/import.js')`,
    '/service-worker.js': `addEventListener('activate', () => fetch('${foreign}/service-worker', { mode: 'no-cors' }))`,
  }
  const server = createServer((request, response) => {
    const type = request.url === '/' ? 'text/html' : 'text/javascript'
    response.writeHead(200, { 'content-type': type }).end(scripts[request.url ?? ''])
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

test('the check notices a request that a page, a worker or a service worker makes to any other host', async ({
  browser,
  product,
}) => {
  const leaky = await leakyServer(product.url)
  const context = await browser.newContext()
  const complaints: string[] = []
  collectComplaints(context, complaints, /./)
  await (await context.newPage()).goto(leaky.url)
  // The scripts also throw when they get no answer, which is not a request.
  const asked = () => complaints.filter(text => text.startsWith('asked ')).map(text => text.replace(product.url, ''))
  await expect
    .poll(() => asked().toSorted())
    .toEqual(['image', 'import.js', 'service-worker', 'socket', 'worker'].map(path => `asked /${path}`))
  await context.close()
  leaky.close()
})

test('with TILE_PROXY, Papadag’s screens contact no other host, and the server fetches the tiles itself', {
  tag: '@nightly',
}, async ({ page, context, father, product, tiles }) => {
  await signIn(page, father)
  expect(await askedOnEveryScreen(page, context)).toEqual([product.url])
  await page.goto('/playground-map')
  await expect.poll(() => page.locator('.leaflet-tile-loaded').count()).toBeGreaterThan(3)
  expect(tiles.asked.length).toBeGreaterThan(3)
  for (const { referer, agent } of tiles.asked) {
    expect(referer).toBeUndefined()
    expect(agent).toMatch(/^Papadag\/.*beheer@papadag\.test/)
  }
})
