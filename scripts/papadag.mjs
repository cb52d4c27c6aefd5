#!/usr/bin/env node
// `npx papadag COMMAND`: an operator's command on the pinned Node; `npx papadag help` names them all.
import process from 'node:process'
import { environment, install } from '../tools/install.mjs'
import { operatorCommand } from '../tools/server-command.mjs'
import { run } from './run.mjs'

// Standard output belongs to the command, whose JSON a program may read.
install(line => process.stderr.write(`${line}\n`))
// Paths are those of the folder it was called in, which is not that of Papadag.
const env = { ...environment, INIT_CWD: process.env.INIT_CWD ?? process.cwd() }
process.exitCode = await run([...operatorCommand, ...process.argv.slice(2)], { env })
