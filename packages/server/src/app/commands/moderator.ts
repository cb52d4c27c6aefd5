/** `npm run moderator -- add USERNAME`: names a member who decides on places and reports. */
import { readConfig } from '../../platform/config.ts'
import { command } from './command.ts'
import { setRole } from './set-role.ts'

await command(async () => setRole('moderator', readConfig(process.env), process.argv.slice(2)))
