/** `npm run restore -- FILE [--replace]`: puts a backup in the place of what is there. */
import { readConfig } from '../platform/config.ts'
import { command, pathGiven } from './command.ts'
import { restoreBackup } from './restore-backup.ts'

await command(() =>
  restoreBackup(
    readConfig(process.env),
    process.argv.slice(2).map(arg => (arg.startsWith('--') ? arg : pathGiven(arg))),
  ),
)
