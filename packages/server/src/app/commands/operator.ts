/** `npm run operator -- add USERNAME`: names who sees the doctor's findings on `/beheer`. */
import { readConfig } from '../../platform/config.ts'
import { command } from './command.ts'
import { setRole } from './set-role.ts'

await command(async () => setRole('operator', readConfig(process.env), process.argv.slice(2)))
