import { readFileSync, statSync } from 'node:fs'
import { keepSecret } from './redact.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Every variable whose value is or contains a secret. */
const secrets = [
  'DATABASE_URL',
  'REDIS_URL',
  'SESSION_SECRET',
  'OPEN_WEATHER_API_KEY',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'SMTP_URL',
  'VAPID_PRIVATE_KEY',
] as const

/**
 * Reads each secret that is given as a file (`SESSION_SECRET_FILE=/run/secrets/…`), as containers provide them.
 * `refuse` throws; it gets the variable's name and what it must be.
 */
export function withSecretFiles(env: Env, refuse: (name: string, want: string) => never): Env {
  const read = secrets.flatMap(name => {
    const fileName = `${name}_FILE`
    const file = env[fileName]
    if (file === undefined) return []
    if (env[name] !== undefined) refuse(fileName, `left out when ${name} is set`)
    return [[name, readSecret(file) ?? refuse(fileName, 'a file that can be read and is not empty')] as const]
  })
  const all: Env = { ...env, ...Object.fromEntries(read) }
  for (const name of secrets) if (all[name]) keepSecret(all[name])
  return all
}

function readSecret(file: string): string | undefined {
  try {
    // Reading a pipe that nobody writes to never ends.
    return statSync(file).isFile() ? readFileSync(file, 'utf8').trimEnd() || undefined : undefined
  } catch {
    return undefined
  }
}
