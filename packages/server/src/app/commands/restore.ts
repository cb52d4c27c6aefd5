/** `npm run restore -- FILE [--replace]`: replaces all data with a backup. */
import { readConfig } from '../../platform/config.ts'
import { command, pathGiven } from './command.ts'
import { restoreBackup } from './restore-backup.ts'

await command(() =>
  restoreBackup(
    readConfig(process.env),
    process.argv.slice(2).map(arg => (arg.startsWith('--') ? arg : pathGiven(arg))),
  ),
)
