import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { inWholeChromium } from '../../tools/browsers.ts'
import { expect, test } from '../support/test.ts'

test.use({ ...inWholeChromium, serviceWorkers: 'allow', demo: 'off' })

/** A proxy in front of Papadag that can replace its service worker by a newer one. */
async function standBefore(url: string) {
  let isNewer = false
  const server = createServer((incoming, outgoing) => {
    // Compressed replies and "not modified" replies cannot be extended.
    const { 'if-none-match': _tag, 'if-modified-since': _since, ...headers } = incoming.headers
    const asked = request(new URL(incoming.url ?? '/', url), {
      method: incoming.method,
      headers: { ...headers, 'accept-encoding': 'identity' },
    })
    asked.on('response', answer => {
      const { 'content-length': _length, ...kept } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, kept)
      answer.pipe(outgoing, { end: false })
      answer.on('end', () =>
        outgoing.end(isNewer && incoming.url === '/service-worker.js' ? '\n// A newer version.\n' : ''),
      )
    })
    asked.on('error', () => outgoing.destroy())
    incoming.pipe(asked)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return { url: `http://127.0.0.1:${port}`, serveNewer: () => (isNewer = true), close: () => close(server) }
}

function close(server: Server) {
  server.closeAllConnections()
  server.close()
}

/** Opens the login screen under the control of the installed service worker. */
async function openLed(page: Page, url: string) {
  await page.goto(`${url}/auth`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true)
}

test('a newer version is announced, keeps what was typed, and loads after a press', async ({ page, product }) => {
  const proxy = await standBefore(product.url)
  await openLed(page, proxy.url)
  await page.getByLabel('Gebruikersnaam').fill('thijs')
  const notice = page.getByRole('status').filter({ hasText: 'Nieuwe versie klaar' })
  await expect(notice).toHaveCount(0)

  proxy.serveNewer()
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(notice).toBeVisible()
  await expect(page.getByLabel('Gebruikersnaam')).toHaveValue('thijs')
  expect(await page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting))).toBe(true)

  const loaded = page.waitForEvent('load')
  await notice.getByRole('button').click()
  await loaded
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toHaveCount(0)
  const { waiting, controlled } = await page.evaluate(async () => ({
    waiting: Boolean((await navigator.serviceWorker.ready).waiting),
    controlled: Boolean(navigator.serviceWorker.controller),
  }))
  expect({ waiting, controlled }).toEqual({ waiting: false, controlled: true })
  await page.close()
  proxy.close()
})
