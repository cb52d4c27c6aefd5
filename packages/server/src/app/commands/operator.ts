/**
 * `npm run operator -- add USERNAME`: names a member who sees the doctor's findings on `/beheer`. `host USERNAME` marks
 * the account of an organisation, whose open hours are shown under its name.
 */
import { readConfig } from '../../platform/config.ts'
import { command } from './command.ts'
import { setRole } from './set-role.ts'

const ofHosts: Readonly<Record<string, string>> = { host: 'add', unhost: 'remove', hosts: 'list' }

await command(async () => {
  const [what = '', ...rest] = process.argv.slice(2)
  const config = readConfig(process.env)
  const asked = ofHosts[what]
  return asked === undefined
    ? setRole('operator', config, process.argv.slice(2))
    : setRole('host', config, [asked, ...rest])
})
