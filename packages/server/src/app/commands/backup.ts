/** `npm run backup -- FILE [--keep NUMBER]`: writes everything into one file; in a folder the file is named by date. */
import { readConfig } from '../../platform/config.ts'
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
