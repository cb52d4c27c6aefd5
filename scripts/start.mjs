// `npm start`: every step from a fresh clone to a running Papadag, skipping those already done.
//
// package.json says `exec node … || node …`: npm signals only its shell, which would exit at once and make npm return
// its own exit code while Papadag is still closing its database. With `exec` this process replaces the shell; Windows
// has no `exec` and runs the second half.
import process from 'node:process'
import { install } from '../tools/install.mjs'
import { serverCommand } from '../tools/server-command.mjs'
import { build } from './build.mjs'
import { run } from './run.mjs'

install()
await build()
process.exitCode = await run([...serverCommand, ...process.argv.slice(2)])
