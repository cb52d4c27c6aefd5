/** `npm run moderator -- add USERNAME`: names who decides on places and reports. */
import { readConfig } from '../platform/config.ts'
import { command } from './command.ts'
import { setModerator } from './set-moderator.ts'

await command(async () => setModerator(readConfig(process.env), process.argv.slice(2)))
