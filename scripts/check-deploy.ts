// `npm run check:deploy`: checks the files of deploy/, except compose.yaml, with the programs that read them, sends
// traffic through each proxy, and builds and runs the image on a base of Debian packages, so that no registry is
// needed. The last lines name every check that was skipped because this machine lacks a program. `-- proxies`, `--
// unit`, `-- monitoring` or `-- image` runs one part.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { currentUser, logIn } from '@papadag/contract/auth'
import { chromium } from '@playwright/test'
import { WebSocket } from 'ws'
import { chromiumArguments, findChromium } from '../e2e/support/browsers.ts'
import { type Product, startProduct, temporaryDataDir } from '../e2e/support/product.ts'
import { Client } from '../packages/server/src/testing/client.ts'
import { checkMonitoring } from './check-monitoring.ts'
import { freePort } from './free-port.ts'
import { root, say } from './install.mjs'

const deploy = join(root, 'deploy')
/** The highest accepted exposure in `systemd-analyze security`, from 0 to 10. */
const mostExposure = 3
const mostImageBytes = 400e6
const stopWithinMs = 10_000
const patienceMs = 60_000

const scratch = mkdtempSync(join(tmpdir(), 'papadag-deploy-'))
const missing: string[] = []
let failed = 0

const parts: Record<string, () => Promise<void>> = {
  unit: checkUnit,
  proxies: checkProxies,
  monitoring: () => checkMonitoring(check, has, run),
  image: checkImage,
}
const wanted = process.argv.slice(2)
try {
  for (const [name, part] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await part()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
for (const what of missing) say(`– not checked here: ${what}`)
if (failed > 0) process.exitCode = 1

async function check(what: string, work: () => Promise<string | undefined> | string | undefined) {
  try {
    const figure = await work()
    say(`✓ ${what}${figure ? ` (${figure})` : ''}`)
    return true
  } catch (error) {
    failed += 1
    say(`✗ ${what}: ${error instanceof Error ? error.message : error}`)
    return false
  }
}

/** Whether the programs are installed; missing ones are reported at the end. */
function has(what: string, ...programs: string[]) {
  const absent = programs.filter(program => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
  if (absent.length > 0) missing.push(`${what} (needs ${absent.join(', ')})`)
  return absent.length === 0
}

function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    cwd: root,
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0)
    throw new Error(`${command} ${args.slice(0, 3).join(' ')} … ended with ${status}\n${stdout}${stderr}`)
  return stdout + stderr
}

async function checkUnit() {
  if (!has('papadag.service', 'systemd-analyze')) return
  const unit = join(scratch, 'papadag.service')
  const text = readFileSync(join(deploy, 'papadag.service'), 'utf8')
  // The unit's program is replaced by this machine's Node, since no release is unpacked at /opt.
  writeFileSync(
    unit,
    text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`).replace(/^Documentation=.*\n/m, ''),
  )
  await check('papadag.service is understood by systemd', () => {
    const complaints = run('systemd-analyze', ['verify', unit]).trim()
    if (complaints) throw new Error(complaints)
    return undefined
  })
  await check(`papadag.service has an exposure of at most ${mostExposure}`, () => {
    const [, exposure = 'none'] =
      /exposure level for \S+ ([\d.]+)/.exec(run('systemd-analyze', ['security', '--offline=true', unit])) ?? []
    if (!(Number(exposure) <= mostExposure)) throw new Error(exposure)
    return exposure
  })
}

async function checkProxies() {
  if (has('Caddyfile', 'caddy')) await withProduct(throughCaddy)
  if (has('nginx.conf', 'nginx')) await withProduct(throughNginx)
  if (has('haproxy.cfg', 'haproxy')) await withProduct(throughHaproxy)
}

/** Runs each check with its own product, since checks use up its rate limits. */
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
  // Caddy's administration would otherwise listen on a fixed port.
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

/** Logs in, uploads a picture and receives a change over the socket, all through a proxy. */
async function traffic(
  name: string,
  url: string,
  product: Product,
  [command = '', ...args]: string[],
  env: Record<string, string> = {},
) {
  const proxy = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' })
  try {
    await answers(`${url}/api/health`)
    await check(`${name} carries a log-in`, async () => {
      const client = await demoClient(url, product)
      const { username } = await client.call(currentUser)
      return username
    })
    await check(`${name} carries an upload of several megabytes`, async () => {
      const client = await demoClient(url, product)
      const form = new FormData()
      form.set('profileImage', await bigPicture(), 'picture')
      const { status } = await client.fetch('POST', '/api/users/me/profile-image', { body: form })
      if (status !== 200) throw new Error(`answered ${status}`)
      return undefined
    })
    await check(`${name} carries live updates`, async () => {
      const client = await demoClient(url, product)
      await hearsChange(client, url)
      return undefined
    })
    await check(`${name} is believed about where a visitor comes from, and a visitor is not`, async () => {
      // A forged header must not give a client a new budget of failed logins.
      const client = new Client(url)
      await client.fetch('GET', '/api/health')
      let last = 0
      for (let attempt = 0; attempt < 52; attempt += 1) {
        const answer = await client.fetch('POST', '/api/login', {
          body: JSON.stringify({ username: `nobody-${name}-${attempt}`, password: 'wrong-password' }),
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${attempt}` },
        })
        last = answer.status
        if (last === 429) break
      }
      if (last !== 429) throw new Error(`52 failed log-ins with made-up addresses ended with ${last}`)
      return undefined
    })
  } finally {
    await end(proxy)
  }
}

async function demoClient(url: string, product: Product) {
  const [, username = '', password = ''] = /demo father: (\S+), password (\S+)/.exec(product.output()) ?? []
  const client = new Client(url)
  await client.call(logIn, { body: { username, password } })
  return client
}

async function bigPicture(): Promise<Blob> {
  const { default: sharp } = await import('sharp')
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const bytes = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: 'white', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' })
}

async function hearsChange(client: Client, url: string) {
  const { id: userId } = await client.call(currentUser)
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
    headers: { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '), origin: url },
    handshakeTimeout: patienceMs,
  })
  const frames: { type: string }[] = []
  socket.on('message', data => frames.push(JSON.parse(String(data))))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'authenticate', userId, token: null }))
  await until(() => frames.some(({ type }) => type === 'authenticated'), 'the socket was not let in')
  socket.send(JSON.stringify({ type: 'watch', paths: ['/api/users/me/playdates'], readAgoMs: 0 }))
  const start = Date.now() + 7 * 24 * 3600_000
  const made = await client.fetch('POST', '/api/playdates', {
    body: JSON.stringify({
      title: 'Through a proxy',
      location: 'The sandpit',
      startTime: new Date(start).toISOString(),
      endTime: new Date(start + 3600_000).toISOString(),
      maxParticipants: 5,
    }),
    headers: { 'content-type': 'application/json' },
  })
  if (made.status !== 201) throw new Error(`a playdate was answered ${made.status}`)
  await until(() => frames.some(({ type }) => type === 'changed'), 'no change was heard')
  socket.terminate()
}

async function checkImage() {
  if (!has('the image', 'mmdebstrap', 'buildah', 'podman', 'runc')) return
  if (process.getuid?.() !== 0) {
    missing.push('the image (building its base needs root)')
    return
  }
  const cache = join(root, 'node_modules', '.cache', 'deploy')
  const store = ['--storage-driver', 'vfs', '--root', join(cache, 'storage'), '--runroot', join(cache, 'run')]
  const buildah = (...args: string[]) => run('buildah', [...store, ...args]).trim()
  const podman = (...args: string[]) =>
    run('podman', [...store, '--cgroup-manager', 'cgroupfs', '--runtime', 'runc', ...args]).trim()
  mkdirSync(cache, { recursive: true })

  await check('a base of Debian packages alone', () => {
    const base = join(cache, 'base.tar')
    const without = ['man', 'doc', 'locale'].map(name => `--dpkgopt=path-exclude=/usr/share/${name}/*`)
    const tidy = '--customize-hook=rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*'
    if (!existsSync(base)) {
      run('mmdebstrap', [
        '--quiet',
        '--variant=minbase',
        '--include=ca-certificates,libatomic1',
        ...without,
        tidy,
        'bookworm',
        base,
      ])
    }
    const container = buildah('from', 'scratch')
    buildah('add', '--quiet', container, base, '/')
    buildah('commit', '--quiet', container, 'localhost/papadag-base')
    // The build image adds this machine's Node and npm.
    const mounted = buildah('mount', container)
    const npm = realpathSync(
      join(dirname(realpathSync(spawnSync('which', ['npm'], { encoding: 'utf8' }).stdout.trim())), '..'),
    )
    cpSync(process.execPath, join(mounted, 'usr/local/bin/node'))
    cpSync(npm, join(mounted, 'usr/local/lib/node_modules/npm'), { recursive: true })
    run('ln', ['-sf', '../lib/node_modules/npm/bin/npm-cli.js', join(mounted, 'usr/local/bin/npm')])
    const settings = join(process.env.HOME ?? '', '.npmrc')
    if (existsSync(settings)) cpSync(settings, join(mounted, 'root/.npmrc'))
    // npm needs the certificate of a proxy in front of the registry.
    const authorities = process.env.NODE_EXTRA_CA_CERTS
    if (authorities) {
      cpSync(authorities, join(mounted, 'usr/local/share/authorities.crt'), { dereference: true })
      buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/usr/local/share/authorities.crt', container)
    }
    buildah('umount', container)
    buildah('commit', '--quiet', container, 'localhost/papadag-build-base')
    buildah('rm', container)
    return undefined
  })
  const isBuilt = await check(`the image is built, with at most ${mostImageBytes / 1e6} MB`, () => {
    const bases = [
      '--build-arg',
      'BASE=localhost/papadag-base',
      '--build-arg',
      'BUILD_BASE=localhost/papadag-build-base',
    ]
    const where = ['--isolation', 'chroot', '--network', 'host', '--ignorefile', '.containerignore']
    buildah('bud', '--quiet', ...where, ...bases, '-t', 'localhost/papadag', '-f', 'deploy/Containerfile', '.')
    const bytes = Number(podman('image', 'inspect', '--format', '{{.Size}}', 'localhost/papadag'))
    if (!(bytes <= mostImageBytes)) throw new Error(`${bytes / 1e6} MB`)
    return `${Math.round(bytes / 1e6)} MB`
  })

  if (!isBuilt) return
  const port = await freePort()
  const data = join(scratch, 'image-data')
  mkdirSync(data)
  run('chown', ['10001:10001', data])
  const url = `http://127.0.0.1:${port}`
  // Podman's own limits may be higher than what this machine grants.
  const limits = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1000:1000']
  const start = () =>
    podman(
      ...['run', '--detach', '--name', 'papadag', '--network', 'host', ...limits],
      ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
      ...['--volume', `${data}:/data`, '--env', `PORT=${port}`, '--env', 'HOST=127.0.0.1', 'localhost/papadag'],
    )
  try {
    await check('the image starts, read-only and not as root', async () => {
      start()
      await answers(`${url}/api/health`)
      const uid = podman('exec', 'papadag', 'id', '-u')
      if (uid === '0') throw new Error('it runs as root')
      return `uid ${uid}`
    })
    await check('a father logs in with a browser', async () => {
      const [, username = '', password = ''] =
        /demo father: (\S+), password (\S+)/.exec(podman('logs', 'papadag')) ?? []
      await logInWithBrowser(url, username, password)
      return username
    })
    await check(
      `SIGTERM ends it within ${stopWithinMs / 1000} s, with exit code 0, and a restart keeps its data`,
      async () => {
        const client = new Client(url)
        const [, username = '', password = ''] =
          /demo father: (\S+), password (\S+)/.exec(podman('logs', 'papadag')) ?? []
        const started = performance.now()
        podman('stop', '--time', '30', 'papadag')
        const tookMs = performance.now() - started
        const code = podman('inspect', '--format', '{{.State.ExitCode}}', 'papadag')
        if (code !== '0' || tookMs > stopWithinMs) throw new Error(`exit code ${code} after ${Math.round(tookMs)} ms`)
        podman('start', 'papadag')
        await answers(`${url}/api/health`)
        await client.call(logIn, { body: { username, password } })
        return `${Math.round(tookMs)} ms`
      },
    )
  } finally {
    spawnSync('podman', [...store, 'rm', '--force', '--time', '5', 'papadag'])
  }
}

async function logInWithBrowser(url: string, username: string, password: string) {
  const executablePath = findChromium()
  const browser = await chromium.launch({ args: chromiumArguments, ...(executablePath ? { executablePath } : {}) })
  try {
    const page = await browser.newPage({ locale: 'en-US' })
    await page.addInitScript(() => {
      localStorage.setItem('language', 'en')
      localStorage.setItem('privacy_consent', 'false')
    })
    await page.goto(url)
    await page.getByLabel('Username').first().fill(username)
    await page.locator('input[type=password]').first().fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/`, { timeout: patienceMs })
    await page.getByRole('main').waitFor({ timeout: patienceMs })
  } finally {
    await browser.close()
  }
}

async function answers(url: string) {
  await until(
    () =>
      fetch(url, { signal: AbortSignal.timeout(2000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    `${url} did not answer`,
  )
}

async function until(holds: () => boolean | Promise<boolean>, complaint: string) {
  const deadline = Date.now() + patienceMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(complaint)
    await after(100)
  }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
