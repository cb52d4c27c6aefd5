/** `npm run map -- FILE`: the map that this installation serves itself. */
import { readConfig } from '../../platform/config.ts'
import { command, pathGiven } from './command.ts'
import { changeMap } from './open-data/change-map.ts'

await command(() => changeMap(readConfig(process.env), process.argv.slice(2), pathGiven))
