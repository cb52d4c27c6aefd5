// `npm start`: everything between a fresh clone and a running Papadag. Nothing that is done already is done again.
//
// package.json says `exec node … || node …`: npm passes a stop on to its shell alone, which would die of it and leave
// npm with an exit code of its own while Papadag is still closing its database. With `exec` this process takes the
// place of the shell; Windows knows no `exec` and goes on with the second half.
import process from 'node:process'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { run } from './run.mjs'

install()
await build()
process.exitCode = await run(['packages/server/src/app/main.ts', ...process.argv.slice(2)])
