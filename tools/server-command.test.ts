import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { serverCommand } from './server-command.mjs'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('the systemd unit and the container image start the server as `npm start` does', () => {
  expect(read('deploy/papadag.service')).toMatch(new RegExp(`^ExecStart=\\S+/node ${serverCommand.join(' ')}$`, 'm'))
  expect(read('deploy/Containerfile')).toContain(
    `CMD ${JSON.stringify(['node', ...serverCommand]).replaceAll(',', ', ')}\n`,
  )
})
