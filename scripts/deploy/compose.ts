import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { freePort } from '../../tools/free-port.ts'
import { check, deploy, run, scratch, until } from './checking.ts'

/** A name for which Caddy issues its own certificate. */
const host = 'papadag.localhost'

/** Stand-ins for the registry's images named by compose.yaml, with as much of their behaviour as it relies on. */
const images: Record<string, { packages: string; entrypoint: string; command: string }> = {
  'docker.io/library/postgres:17': {
    packages: 'postgresql',
    entrypoint: `#!/bin/bash
set -e
data=/var/lib/postgresql/data
bin=$(echo /usr/lib/postgresql/*/bin)
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
mkdir -p /run/postgresql && chown postgres /run/postgresql
if [ ! -s $data/PG_VERSION ]; then
  chown postgres $data
  cp "$POSTGRES_PASSWORD_FILE" /tmp/password && chown postgres /tmp/password
  as_postgres $bin/initdb -D $data -U "$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 --auth-local=trust -E UTF8
  echo 'host all all all scram-sha-256' >> $data/pg_hba.conf
  as_postgres $bin/pg_ctl -D $data -w start -o '-c listen_addresses='
  as_postgres $bin/createdb -U "$POSTGRES_USER" "$POSTGRES_DB"
  as_postgres $bin/pg_ctl -D $data -w stop
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups $bin/postgres -D $data -c 'listen_addresses=*'
`,
    command: '',
  },
  'docker.io/library/redis:7': {
    packages: 'redis-server',
    entrypoint: '#!/bin/sh\nexec "$@" --protected-mode no\n',
    command: 'redis-server',
  },
  'docker.io/library/caddy:2': {
    packages: 'caddy',
    entrypoint: '#!/bin/sh\nXDG_DATA_HOME=/data XDG_CONFIG_HOME=/config exec "$@"\n',
    command: 'caddy run --config /etc/caddy/Caddyfile --adapter caddyfile',
  },
}

/** Follows the first lines of compose.yaml and starts everything in it; `env` says where the images are stored. */
export async function checkCompose(buildah: (...args: string[]) => string, env: Record<string, string>) {
  const folder = join(scratch, 'deploy')
  mkdirSync(folder)
  const port = await freePort()
  const file = readFileSync(join(deploy, 'compose.yaml'), 'utf8')
  // The usual ports may be in use on this machine.
  writeFileSync(join(folder, 'compose.yaml'), file.replace(/ports: .*/, `ports: ["127.0.0.1:${port}:443"]`))
  for (const name of ['Caddyfile', 'papadag.env.example']) copyFileSync(join(deploy, name), join(folder, name))
  const steps = file
    .matchAll(/^# {3}(.+)$/gm)
    .map(([, step]) => step)
    .toArray()
  // Debian 12's podman-compose does not read the project's name from the file.
  const inFolder = `cd "${folder}" && exec podman-compose -p papadag "$@"`
  const compose = (...args: string[]) => run('sh', ['-c', inFolder, 'sh', ...args], env)
  const start = async () => {
    compose('up', '--detach', '--no-build')
    await until(async () => (await statusOf(port)) === 200, 'no healthy answer through Caddy').catch(error => {
      throw new Error(`${error.message}\n${compose('ps')}\n${compose('logs').slice(-3000)}`)
    })
  }
  try {
    await check('stand-ins for the images of a registry', () => {
      for (const name of Object.keys(images)) makeImage(buildah, name)
      buildah('tag', 'localhost/papadag', 'localhost/papadag_papadag')
    })
    await check('compose.yaml starts Papadag behind TLS, on PostgreSQL and Redis', async () => {
      run('sh', [
        '-c',
        ['set -e', `cd ${folder}`, ...steps, `sed -i 's#//papadag.example#//${host}#' papadag.env`].join('\n'),
      ])
      // An earlier check may have been interrupted.
      compose('down', '--volumes')
      await start()
      return undefined
    })
    await check('it stops, and starts again on the same database', async () => {
      compose('down')
      await start()
      return undefined
    })
  } finally {
    compose('down', '--volumes')
  }
}

function makeImage(buildah: (...args: string[]) => string, name: string) {
  const { packages, entrypoint, command } = images[name] ?? { packages: '', entrypoint: '', command: '' }
  const tar = join(scratch, 'image.tar')
  run('mmdebstrap', ['--quiet', '--variant=minbase', `--include=ca-certificates,${packages}`, 'bookworm', tar])
  const script = join(scratch, 'entrypoint')
  writeFileSync(script, entrypoint)
  chmodSync(script, 0o755)
  const container = buildah('from', 'scratch')
  buildah('add', '--quiet', container, tar, '/')
  buildah('add', '--quiet', container, script, '/entrypoint')
  buildah('config', '--entrypoint', '["/entrypoint"]', '--cmd', command, container)
  buildah('commit', '--quiet', container, name)
  buildah('rm', container)
}

/** The status that Caddy answers for the site's name; 0 without an answer. */
function statusOf(port: number): Promise<number> {
  return new Promise(resolve => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path: '/api/health',
        servername: host,
        headers: { host },
        rejectUnauthorized: false,
        timeout: 2000,
      },
      response => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    asked.on('error', () => resolve(0)).on('timeout', () => asked.destroy())
    asked.end()
  })
}
