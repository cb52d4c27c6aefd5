import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { logIn } from '@papadag/contract/auth'
import { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { Client } from '../../packages/server/src/testing/client.ts'
import { freePort } from '../../tools/free-port.ts'
import { root } from '../../tools/install.mjs'
import { startProduct, temporaryDataDir } from '../../tools/product.ts'
import { check, has, run } from './checking.ts'

const folder = join(root, 'deploy/monitoring')
const seriesAtMost = 400
const scrapeWithinMs = 10
const scannedPaths = 500

/** Checks a running server's metrics, and the alert rules and dashboard that use them, with Prometheus' promtool. */
export async function checkMonitoring() {
  if (!has('deploy/monitoring', 'promtool')) return
  await check(
    'prometheus.yml and the alerts are understood by Prometheus',
    () => /(\d+) rules found/.exec(run('promtool', ['check', 'config', join(folder, 'prometheus.yml')]))?.[0],
  )
  await check(
    'the alerts fire when they should, and only then',
    () => void run('promtool', ['test', 'rules', join(folder, 'alerts.test.yml')]),
  )
  const { dataDir, remove } = temporaryDataDir()
  const metricsPort = String(await freePort())
  const product = await startProduct({ DATA_DIR: dataDir, METRICS_PORT: metricsPort })
  try {
    const [, username = '', password = ''] = /demo father: (\S+), password (\S+)/.exec(product.output()) ?? []
    const father = new Client(product.url)
    await father.call(logIn, { body: { username, password } })
    await father.call(upcomingPlaydates)
    for (let n = 0; n < scannedPaths; n += 1) await fetch(`${product.url}/wp-admin/${n}.php`)
    const address = `http://127.0.0.1:${metricsPort}/metrics`
    const read = async () => (await fetch(address)).text()
    const text = await read()

    await check('the metrics of a running server are well formed', () => {
      const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
      if (status !== 0) throw new Error(stdout + stderr)
      return undefined
    })
    await check(
      `there are fewer than ${seriesAtMost} series, also when somebody asks for ${scannedPaths} pages`,
      () => {
        const series = text.split('\n').filter(line => line !== '' && !line.startsWith('#')).length
        if (series >= seriesAtMost) throw new Error(String(series))
        return String(series)
      },
    )
    await check('no name, address or path of anybody stands in them', () => {
      for (const secret of [username, 'wp-admin', '127.0.0.1']) if (text.includes(secret)) throw new Error(secret)
      return undefined
    })
    await check('the public port does not serve them', async () => {
      const { status } = await fetch(`${product.url}/metrics`)
      if (status !== 404) throw new Error(String(status))
      return undefined
    })
    await check(`reading them takes at most ${scrapeWithinMs} ms`, async () => {
      const took: number[] = []
      for (let n = 0; n < 50; n += 1) {
        const started = performance.now()
        await read()
        took.push(performance.now() - started)
      }
      // The fastest one did not wait for other programs on this machine.
      const least = Math.min(...took)
      if (least > scrapeWithinMs) throw new Error(`${least.toFixed(1)} ms`)
      return `${least.toFixed(1)} ms`
    })
    for (const file of ['alerts.yml', 'dashboard.json']) {
      await check(`${file} asks for metrics that there are`, () => mustBeKnown(file, text))
    }
  } finally {
    await product.stop()
    remove()
  }
}

function mustBeKnown(file: string, text: string): string {
  // Metrics of events that have not happened yet have no series, but are described.
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
  const asked = new Set(readFileSync(join(folder, file), 'utf8').match(/\b(?:papadag|process)_[a-z_]+\b/g))
  const unknown = [...asked].filter(name => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, '')))
  if (unknown.length > 0) throw new Error(unknown.join(', '))
  return `${asked.size} metrics`
}
