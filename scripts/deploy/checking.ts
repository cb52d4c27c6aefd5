import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { print, root } from '../../tools/install.mjs'

export const deploy = join(root, 'deploy')
export const scratch = mkdtempSync(join(tmpdir(), 'papadag-deploy-'))
export const patienceMs = 60_000

const missing: string[] = []
let failed = 0

/** Removes what the checks wrote, and prints what was not checked. */
export function finish(): void {
  rmSync(scratch, { recursive: true, force: true })
  for (const what of missing) print(`– not checked here: ${what}`)
  if (failed > 0) process.exitCode = 1
}

/** Prints whether the work succeeded, with the figure it returns. */
export async function check(what: string, work: () => Promise<string | undefined> | string | undefined) {
  try {
    const figure = await work()
    print(`✓ ${what}${figure ? ` (${figure})` : ''}`)
    return true
  } catch (error) {
    failed += 1
    print(`✗ ${what}: ${error instanceof Error ? error.message : error}`)
    return false
  }
}

/** Whether the programs are installed; missing ones are named at the end. */
export function has(what: string, ...programs: string[]): boolean {
  const absent = programs.filter(program => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
  if (absent.length > 0) noteMissing(`${what} (needs ${absent.join(', ')})`)
  return absent.length === 0
}

export function run(command: string, args: readonly string[], env: Record<string, string> = {}): string {
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

/** Records what cannot be checked on this machine. */
export function noteMissing(what: string): void {
  missing.push(what)
}

export async function answers(url: string) {
  await until(
    () =>
      fetch(url, { signal: AbortSignal.timeout(2000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    `${url} did not answer`,
  )
}

export async function until(holds: () => boolean | Promise<boolean>, complaint: string) {
  const deadline = Date.now() + patienceMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(complaint)
    await after(100)
  }
}

export async function end(child: ChildProcess) {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
