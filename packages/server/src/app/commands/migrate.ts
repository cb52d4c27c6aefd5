/** `npm run migrate [-- --after]`: brings the database to this version before its nodes start; or contracts it after. */
import { readConfig } from '../../platform/config.ts'
import { command } from './command.ts'
import { migrateAhead } from './migrate-ahead.ts'

await command(() => migrateAhead(readConfig(process.env), process.argv.slice(2)))
