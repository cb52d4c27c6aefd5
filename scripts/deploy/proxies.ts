import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../tools/free-port.ts'
import { type Product, startProduct, temporaryDataDir } from '../../tools/product.ts'
import { check, deploy, has, run, scratch } from './checking.ts'
import { traffic } from './traffic.ts'

export async function checkProxies() {
  if (has('Caddyfile', 'caddy')) await withProduct(throughCaddy)
  if (has('nginx.conf', 'nginx')) await withProduct(throughNginx)
  if (has('haproxy.cfg', 'haproxy')) await withProduct(throughHaproxy)
}

/** Starts a product for each proxy, since the checks use up its rate limits. */
async function withProduct(work: (product: Product) => Promise<void>) {
  const { dataDir, remove } = temporaryDataDir()
  const product = await startProduct({ DATA_DIR: dataDir, TRUST_PROXY: '1', RATE_LIMIT: 'on' })
  try {
    await work(product)
  } finally {
    await product.stop()
    remove()
  }
}

async function throughCaddy(product: Product) {
  const url = `http://127.0.0.1:${await freePort()}`
  const env = {
    PUBLIC_URL: url,
    PAPADAG_UPSTREAMS: new URL(product.url).host,
    HOME: scratch,
    XDG_DATA_HOME: scratch,
    XDG_CONFIG_HOME: scratch,
  }
  const file = ['--config', join(deploy, 'Caddyfile'), '--adapter', 'caddyfile']
  await check('Caddyfile is understood by Caddy', () => void run('caddy', ['validate', ...file], env))
  // Otherwise Caddy's administration endpoint listens on a fixed port.
  const own = join(scratch, 'Caddyfile')
  writeFileSync(own, `{\n\tadmin off\n}\n${readFileSync(join(deploy, 'Caddyfile'), 'utf8')}`)
  await traffic('Caddy', url, product, ['caddy', 'run', '--config', own, '--adapter', 'caddyfile'], env)
}

async function throughNginx(product: Product) {
  const port = await freePort()
  const site = readFileSync(join(deploy, 'nginx.conf'), 'utf8')
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:3000', new URL(product.url).host)
  const own = join(scratch, 'nginx.conf')
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${join(scratch, name)};`,
  )
  writeFileSync(
    own,
    `daemon off; pid ${join(scratch, 'nginx.pid')}; error_log stderr; user root;
     events {} http { access_log off; ${folders.join(' ')} ${site} }`,
  )
  const args = ['-c', own, '-e', 'stderr']
  await check('nginx.conf is understood by nginx', () => void run('nginx', ['-t', ...args]))
  await traffic('nginx', `http://127.0.0.1:${port}`, product, ['nginx', ...args])
}

async function throughHaproxy(product: Product) {
  const port = await freePort()
  const own = join(scratch, 'haproxy.cfg')
  writeFileSync(
    own,
    readFileSync(join(deploy, 'haproxy.cfg'), 'utf8')
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      .replaceAll('127.0.0.1:3000', new URL(product.url).host),
  )
  await check('haproxy.cfg is understood by haproxy', () => void run('haproxy', ['-c', '-f', own]))
  await traffic('haproxy', `http://127.0.0.1:${port}`, product, ['haproxy', '-db', '-f', own])
}
