// `npm start`: everything between a fresh clone and a running Papadag. Nothing that is done already is done again.
import process from 'node:process'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { run } from './run.mjs'

install()
await build()
process.exitCode = await run(['packages/server/src/app/main.ts', ...process.argv.slice(2)])
