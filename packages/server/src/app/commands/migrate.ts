/**
 * `npm run migrate [-- --after]`: migrates the database before nodes of this version start, or cleans up afterwards.
 */
import { readConfig } from '../../platform/config.ts'
import { command } from './command.ts'
import { migrateAhead } from './migrate-ahead.ts'

await command(() => migrateAhead(readConfig(process.env), process.argv.slice(2)))
