import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs `npx papadag` as somebody does who calls it in another folder. */
export function papadagIn(folder: string, env: Record<string, string>) {
  return async (...args: string[]) => {
    const child = spawn('npx', ['--prefix', root, 'papadag', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', text => {
      stdout += text
    })
    child.stderr.on('data', text => {
      stderr += text
    })
    const [code] = await once(child, 'close')
    return { code, stdout, stderr }
  }
}
