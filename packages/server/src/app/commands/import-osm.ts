/** `npm run import:osm -- FILE…`: imports places from open data. */
import { setTimeout as after } from 'node:timers/promises'
import { showProgress } from '../../features/import/progress.ts'
import { readConfig } from '../../platform/config.ts'
import { command, pathGiven } from './command.ts'
import { importPlacesOf } from './open-data/import-places-of.ts'

const ended = new AbortController()
process.once('SIGTERM', () => ended.abort())

await command(() =>
  importPlacesOf(readConfig(process.env), process.argv.slice(2), {
    progress: showProgress(process.stderr),
    pathGiven,
    print: text => void process.stdout.write(`${text}\n`),
    wait: ms =>
      after(ms, true, { signal: ended.signal }).then(
        () => true,
        () => false,
      ),
  }),
)
