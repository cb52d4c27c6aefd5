import { type Command, command, pathGiven, type Surroundings, UsageProblem } from './command.ts'
import { isExportable } from './exportable.ts'
import { readArea } from './open-data/area.ts'
import type { Role } from './set-role.ts'

const flag = { type: 'boolean' } as const
const text = { type: 'string' } as const

/** The one word that a command takes, which is no option. */
function only(words: readonly string[]): string {
  const [word, ...more] = words
  if (!word || more.length > 0) throw new UsageProblem()
  return word
}

/** Words that name a role: `add USERNAME`, `remove USERNAME` or `list`. */
async function setRole(role: Role, [what, ...rest]: readonly string[], { config }: Surroundings) {
  const isList = what === 'list' && rest.length === 0
  if (!isList && what !== 'add' && what !== 'remove') throw new UsageProblem()
  const username = isList ? '' : only(rest)
  const { giveRole, listRole } = await import('./set-role.ts')
  return isList ? listRole(role, config()) : giveRole(role, config(), username, what === 'add')
}

async function codesFor(
  words: readonly string[],
  { count: given = '40', letters = 'letters.html' }: { count?: string | undefined; letters?: string | undefined },
  { config }: Surroundings,
) {
  const count = Number(given)
  const { codesAtOnce, makeCodes } = await import('./make-codes.ts')
  if (!/^\d+$/.test(given) || count < 1 || count > codesAtOnce) throw new UsageProblem()
  return makeCodes(config(), { name: only(words), count, path: pathGiven(letters) })
}

const ofHosts: Readonly<Record<string, string>> = { host: 'add', unhost: 'remove', hosts: 'list' }

/**
 * The operator's commands, in the order of `papadag help`. Each loads its program when it runs, since a backup next to
 * a server has no memory to spare.
 */
export const commands: Readonly<Record<string, Command>> = {
  backup: command({
    forms: [
      [
        'FILE [--keep NUMBER]',
        'backs up everything, pictures included, also while Papadag runs; in a folder the file is named by its date, and --keep removes older ones',
      ],
    ],
    options: { keep: text },
    async run({ values, words }, { config, progress }) {
      const keep = values.keep === undefined ? undefined : Number(values.keep)
      if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1)) throw new UsageProblem()
      const target = pathGiven(only(words))
      const { backUp } = await import('./back-up.ts')
      return backUp(config(), { target, keep, progress })
    },
  }),
  restore: command({
    forms: [
      [
        'FILE [--replace]',
        'restores a backup into an empty database, or with --replace over existing data; stop Papadag first',
      ],
    ],
    options: { replace: flag },
    async run({ values, words }, { config, progress }) {
      const path = pathGiven(only(words))
      const { restoreBackup } = await import('./restore-backup.ts')
      return restoreBackup(config(), { path, isReplacing: values.replace === true, progress })
    },
  }),
  doctor: command({
    forms: [
      [
        '',
        'checks this installation: configuration, folder, database, clock, proxy, WebSocket, mail, bucket, backup; exits with 1 if something is broken',
      ],
    ],
    options: {},
    async run({ words }, { config }) {
      if (words.length > 0) throw new UsageProblem()
      const { examine } = await import('./examine.ts')
      return examine(config)
    },
  }),
  migrate: command({
    forms: [
      [
        '[--after]',
        'brings the database to this version before its nodes start; --after also runs migrations that wait until no older node is left',
      ],
    ],
    options: { after: flag },
    async run({ values, words }, { config }) {
      if (words.length > 0) throw new UsageProblem()
      const { migrateAhead } = await import('./migrate-ahead.ts')
      return migrateAhead(config(), { isAfter: values.after === true })
    },
  }),
  moderator: command({
    forms: [['add USERNAME | remove USERNAME | list', 'names the members who decide on reports']],
    options: {},
    run: async ({ words }, around) => setRole('moderator', words, around),
  }),
  operator: command({
    forms: [
      ['add USERNAME | remove USERNAME | list', 'names the members who see the state of the installation on /beheer'],
      [
        'host USERNAME | unhost USERNAME | hosts',
        'names the accounts of organisations, whose open hours are shown as theirs',
      ],
      [
        'codes NAME [--count NUMBER] [--letters FILE.html]',
        'makes codes for a school or crèche, prints them and writes a letter for each; whoever registers with one is in its circle',
      ],
    ],
    options: { count: text, letters: text },
    async run({ values, words }, around) {
      const [what = '', ...rest] = words
      if (what === 'codes') return codesFor(rest, values, around)
      if (values.count !== undefined || values.letters !== undefined) throw new UsageProblem()
      const ofHost = ofHosts[what]
      return ofHost === undefined ? setRole('operator', words, around) : setRole('host', [ofHost, ...rest], around)
    },
  }),
  map: command({
    forms: [
      [
        'FILE.mbtiles [--around LAT,LON,KM]',
        'installs a map that this server has itself: vector tiles with the layers of Shortbread, or a part of them',
      ],
      ['--from EXTRACT.osm.pbf [--around LAT,LON,KM]', 'draws one with tilemaker'],
      ['--remove', 'takes it away'],
    ],
    options: { around: text, from: text, remove: flag },
    async run({ values, words }, { config, progress }) {
      const { around, from, remove } = values
      const ways = [words[0], from, remove].filter(way => way !== undefined)
      if (ways.length !== 1 || words.length > 1 || (remove && around !== undefined)) throw new UsageProblem()
      const area = around === undefined ? undefined : readArea(around)
      const { changeMap } = await import('./open-data/change-map.ts')
      if (remove) return changeMap(config(), 'remove', progress)
      return from === undefined
        ? changeMap(config(), { file: pathGiven(only(words)), around: area }, progress)
        : changeMap(config(), { extract: pathGiven(from), around: area }, progress)
    },
  }),
  import: command({
    forms: [
      [
        'FILE…',
        'imports playgrounds and child-friendly restaurants from OpenStreetMap: .osm.pbf, Overpass JSON or GeoJSON',
      ],
      ['--download REGION [--every week]', 'fetches the newest extract of a region and imports it, once or every week'],
    ],
    options: { download: text, every: text },
    async run({ values: { download, every }, words }, around) {
      const isRegion = download !== undefined
      if (isRegion === words.length > 0 || (every !== undefined && (!isRegion || every !== 'week')))
        throw new UsageProblem()
      const what = isRegion ? { region: download, isWeekly: every !== undefined } : { files: words.map(pathGiven) }
      const { importPlacesOf } = await import('./open-data/import-places-of.ts')
      return importPlacesOf(around.config(), what, around)
    },
  }),
  export: command({
    forms: [
      ['places [FILE]', 'writes the open-data part of the places as GeoJSON, under its licence (ODbL)'],
      [
        'corrections [FILE]',
        'writes what fathers corrected in places from OpenStreetMap, with old and new tags, for a mapper who checks it',
      ],
      ['states [FILE]', 'writes what fathers reported of places this week, for a town'],
    ],
    options: {},
    async run({ words: [what = '', ...rest] }, { config }) {
      if (!isExportable(what)) throw new UsageProblem()
      const path = pathGiven(rest.length === 0 ? `${what}.geojson` : only(rest))
      const { exportTo } = await import('./export-file.ts')
      return exportTo(config(), what, path)
    },
  }),
  demo: command({
    forms: [['reset', 'loads the demo anew and deletes everything else; stop Papadag first']],
    options: {},
    async run({ words }, { config }) {
      if (only(words) !== 'reset') throw new UsageProblem()
      const { resetDemo } = await import('./reset-demo.ts')
      return resetDemo(config())
    },
  }),
}
