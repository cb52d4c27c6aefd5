import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { request as ask, createServer } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { freePort } from '../../tools/free-port.ts'
import { root } from '../../tools/install.mjs'

const folder = join(root, 'node_modules', '.cache', 'phone-peer')
const packages = [
  '@hookform/resolvers@5',
  '@radix-ui/react-tabs@1',
  '@radix-ui/react-toast@1',
  '@tailwindcss/vite@4',
  '@tanstack/react-query@5',
  '@versatiles/style@6',
  'axios@1',
  'date-fns@4',
  'i18next@25',
  'leaflet@1.9.4',
  'leaflet.heat@0.2.0',
  'leaflet.markercluster@1',
  'lucide-react@0.548.0',
  'maplibre-gl@6',
  'react@19',
  'react-dom@19',
  'react-hook-form@7',
  'react-i18next@16',
  'react-router@7',
  'tailwindcss@4',
  'vite@8',
  'zod@4',
]
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
}

/**
 * The application a team would begin with, in front of the same server: its own files, and our server's replies below
 * /api and /tiles. Its map has the pictures of `tiles`, or is the `own` map of our server, drawn by MapLibre GL.
 */
export async function startPhonePeer(
  api: string,
  tiles: string,
  own?: { version: string; maxZoom: number },
): Promise<{ url: string; stop(): Promise<void> }> {
  if (!existsSync(join(folder, 'node_modules', 'maplibre-gl'))) {
    process.stderr.write('Fetching the packages of the peer (once)…\n')
    const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const { status } = spawnSync('npm', [...args, ...packages], { stdio: ['ignore', process.stderr, process.stderr] })
    if (status !== 0) throw new Error('npm could not fetch the packages of the peer')
  }
  for (const file of ['index.html', 'app.jsx', 'map-libre.jsx', 'app.css', 'vite.config.js']) {
    cpSync(new URL(file, import.meta.url), join(folder, file))
  }
  await build({ root: folder, logLevel: 'error' })
  const page = readFileSync(join(folder, 'dist/index.html'), 'utf8').replace(
    '</head>',
    `<meta name="tiles" content="${tiles}">${own ? `<meta name="map" content='${JSON.stringify(own)}'>` : ''}</head>`,
  )

  const sent = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const { url = '/', method, headers } = request
    if (url.startsWith('/api/') || url.startsWith('/tiles/')) {
      const { port } = new URL(api)
      const passed = ask({ port, path: url, method, headers: { ...headers, host: new URL(api).host } }, answer => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      })
      passed.on('error', () => response.destroy())
      request.pipe(passed)
      return
    }
    const isFile = url.startsWith('/assets/')
    const body = sent.get(url) ?? brotliCompressSync(isFile ? readFileSync(join(folder, 'dist', url)) : page)
    sent.set(url, body)
    const type = types[isFile ? extname(url) : '.html'] ?? 'application/octet-stream'
    response.writeHead(200, {
      'content-type': type,
      'content-encoding': 'br',
      'cache-control': isFile ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    response.end(body)
  })
  const port = await freePort()
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections()
      return new Promise(done => server.close(() => done()))
    },
  }
}
