/** `npm run backup -- FILE [--keep NUMBER]`: everything in one file; a folder gets a file with a date in its name. */
import { readConfig } from '../platform/config.ts'
import { backUp } from './back-up.ts'
import { command, pathGiven } from './command.ts'

await command(() =>
  backUp(
    readConfig(process.env),
    process.argv
      .slice(2)
      .map((arg, at, args) => (arg.startsWith('--') || args[at - 1] === '--keep' ? arg : pathGiven(arg))),
  ),
)
