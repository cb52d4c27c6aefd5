import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operatorCommand } from './server-command.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs `npx papadag` as somebody does who calls it in another folder. */
export function papadagIn(folder: string, env: Record<string, string>) {
  const isWindows = process.platform === 'win32'
  return (...args: string[]) =>
    read(
      spawn('npx', ['--prefix', root, 'papadag', ...args], {
        cwd: folder,
        env: { ...where, ...env },
        stdio,
        shell: isWindows,
      }),
    )
}

/** Runs the command behind `npx papadag`, which by itself takes a second of CPU each time. */
export function commandIn(folder: string, env: Record<string, string>) {
  return (...args: string[]) =>
    read(
      spawn(process.execPath, [...operatorCommand, ...args], {
        cwd: root,
        env: { ...where, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), INIT_CWD: folder, ...env },
        stdio,
      }),
    )
}

const where = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']

async function read(child: ReturnType<typeof spawn>) {
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', text => {
    stdout += text
  })
  child.stderr?.on('data', text => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}
