#!/usr/bin/env node
/** `papadag COMMAND`: what an operator can do while the server runs (`table.ts`). */
import { runCommand } from './run-command.ts'
import { commands } from './table.ts'

process.exitCode = await runCommand(commands, process.argv.slice(2))
