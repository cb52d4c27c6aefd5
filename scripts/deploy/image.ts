import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { logIn } from '@papadag/contract/auth'
import { chromium } from '@playwright/test'
import { Client } from '../../packages/server/src/testing/client.ts'
import { chromiumArguments, findChromium } from '../../tools/browsers.ts'
import { freePort } from '../../tools/free-port.ts'
import { root } from '../../tools/install.mjs'
import { answers, check, has, noteMissing, patienceMs, run, scratch } from './checking.ts'
import { checkCompose } from './compose.ts'
import { makeBases } from './image-bases.ts'

const mostImageBytes = 400e6
const stopWithinMs = 10_000

const cache = join(root, 'node_modules', '.cache', 'deploy')
const store = ['--storage-driver', 'vfs', '--root', join(cache, 'storage'), '--runroot', join(cache, 'run')]
const buildah = (...args: string[]) => run('buildah', [...store, ...args]).trim()
const podman = (...args: string[]) =>
  run('podman', [...store, '--cgroup-manager', 'cgroupfs', '--runtime', 'runc', ...args]).trim()

export async function checkImage() {
  if (!has('the image', 'mmdebstrap', 'buildah', 'podman', 'runc')) return
  if (process.getuid?.() !== 0) {
    noteMissing('the image (building its base needs root)')
    return
  }
  mkdirSync(cache, { recursive: true })
  await check('a base of Debian packages alone', () => void makeBases(cache, buildah))
  const isBuilt = await check(`the image is built, with at most ${mostImageBytes / 1e6} MB`, build)
  if (!isBuilt) return
  await checkContainer()
  if (has('compose.yaml', 'podman-compose')) await checkCompose(buildah, storeInEnvironment())
}

/** The options of `podman` above, for a program that calls it. */
function storeInEnvironment() {
  const storage = join(scratch, 'storage.conf')
  const containers = join(scratch, 'containers.conf')
  const paths = `graphroot = "${join(cache, 'storage')}"\nrunroot = "${join(cache, 'run')}"`
  writeFileSync(storage, `[storage]\ndriver = "vfs"\n${paths}\n`)
  writeFileSync(
    containers,
    `[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]\n[engine]\ncgroup_manager = "cgroupfs"\nruntime = "runc"\n`,
  )
  return { CONTAINERS_STORAGE_CONF: storage, CONTAINERS_CONF: containers }
}

function build() {
  const bases = ['--build-arg', 'BASE=localhost/papadag-base', '--build-arg', 'BUILD_BASE=localhost/papadag-build-base']
  const where = ['--isolation', 'chroot', '--network', 'host', '--ignorefile', '.containerignore']
  buildah('bud', '--quiet', ...where, ...bases, '-t', 'localhost/papadag', '-f', 'deploy/Containerfile', '.')
  const bytes = Number(podman('image', 'inspect', '--format', '{{.Size}}', 'localhost/papadag'))
  if (!(bytes <= mostImageBytes)) throw new Error(`${bytes / 1e6} MB`)
  return `${Math.round(bytes / 1e6)} MB`
}

async function checkContainer() {
  const port = await freePort()
  const data = join(scratch, 'image-data')
  mkdirSync(data)
  run('chown', ['10001:10001', data])
  const url = `http://127.0.0.1:${port}`
  // Podman's own limits may be higher than this machine allows.
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
    await check('an operator’s commands run in it', async () =>
      podman('exec', 'papadag', 'papadag', 'moderator', 'list'),
    )
    await check('a father logs in with a browser', async () => {
      const { username, password } = demoLogin()
      await logInWithBrowser(url, username, password)
      return username
    })
    await check(
      `SIGTERM ends it within ${stopWithinMs / 1000} s, with exit code 0, and a restart keeps its data`,
      async () => {
        const client = new Client(url)
        const login = demoLogin()
        const started = performance.now()
        podman('stop', '--time', '30', 'papadag')
        const tookMs = performance.now() - started
        const code = podman('inspect', '--format', '{{.State.ExitCode}}', 'papadag')
        if (code !== '0' || tookMs > stopWithinMs) throw new Error(`exit code ${code} after ${Math.round(tookMs)} ms`)
        podman('start', 'papadag')
        await answers(`${url}/api/health`)
        await client.call(logIn, { body: login })
        return `${Math.round(tookMs)} ms`
      },
    )
  } finally {
    spawnSync('podman', [...store, 'rm', '--force', '--time', '5', 'papadag'])
  }
}

function demoLogin() {
  const [, username = '', password = ''] = /demo father: (\S+), password (\S+)/.exec(podman('logs', 'papadag')) ?? []
  return { username, password }
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
