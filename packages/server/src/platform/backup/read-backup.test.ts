import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { type Head, sha256, writeLines } from './file.ts'
import { nothing, readBackup } from './read-backup.ts'

const head: Head = { format: 'papadag-backup', version: 1, createdAt: '2031-06-01T00:00:00Z', migrations: ['a.sql'] }
const rows = ['["1","bal"]', '["2",null]']
const endOf = { endOf: 'toys', rows: 2, sha256: sha256(`${rows.join('\n')}\n`) }
const nobody = { endOf: 'kites', rows: 0, sha256: sha256('') }
const sequences = { sequences: { 'public.toys_id_seq': { last: 2, isCalled: true } } }
const bytes = Buffer.from('a picture')
const picture = { picture: 'a.webp', sha256: sha256(bytes), base64: bytes.toString('base64') }
const end = {
  end: true,
  tables: 2,
  pictures: 1,
  sha256: sha256(`${endOf.sha256}${nobody.sha256}${JSON.stringify(sequences)}\n${picture.sha256}`),
}

/** The parts of a sound backup, by name, in their order. */
const sound: Record<string, object | string> = {
  head,
  toys: { table: 'toys', columns: ['id', 'name'] },
  first: rows[0] ?? '',
  second: rows[1] ?? '',
  endOf,
  kites: { table: 'kites', columns: ['id'] },
  nobody,
  sequences,
  picture,
  end,
}

async function read(parts: Record<string, object | string | undefined>) {
  const path = join(emptyFolder(), 'backup.gz')
  async function* lines() {
    for (const part of Object.values(parts))
      if (part !== undefined) yield `${typeof part === 'string' ? part : JSON.stringify(part)}\n`
  }
  await writeLines(path, lines())
  const found: unknown[] = []
  const note =
    (what: string) =>
    async (...about: unknown[]) =>
      void found.push([what, ...about])
  await readBackup(path, {
    head: note('head'),
    table: note('table'),
    row: note('row'),
    endOfTable: note('end'),
    sequences: note('sequences'),
    picture: note('picture'),
  })
  return found
}

test('a sound backup is read in order', async () => {
  expect(await read(sound)).toEqual([
    ['head', head],
    ['table', 'toys', ['id', 'name']],
    ['row', rows[0]],
    ['row', rows[1]],
    ['end', 'toys', 2, endOf.sha256],
    ['table', 'kites', ['id']],
    ['end', 'kites', 0, nobody.sha256],
    ['sequences', sequences.sequences],
    ['picture', 'a.webp', bytes],
  ])
})

test.each<[what: string, parts: Record<string, object | string | undefined>, because: RegExp]>([
  ['without a line', Object.fromEntries(Object.keys(sound).map(name => [name, undefined])), /is no backup of Papadag/],
  ['of something else', { head: { format: 'other' } }, /is no backup of Papadag/],
  ['that begins with nonsense', { head: 'hoi' }, /is no backup of Papadag/],
  ['of a newer format', { head: { ...head, version: 2 } }, /was made by a newer Papadag/],
  ['of no version', { head: { ...head, version: 0 } }, /is no backup of Papadag/],
  ['with a changed row', { first: '["1","bol"]' }, /is damaged/],
  ['without one of its rows', { second: undefined }, /is damaged/],
  ['with another number of rows', { endOf: { ...endOf, rows: 3 } }, /is damaged/],
  ['with a changed hash of a table', { nobody: { ...nobody, sha256: sha256('x') } }, /is damaged/],
  ['with a changed position', { sequences: { sequences: {} } }, /is damaged/],
  ['with a changed picture', { picture: { ...picture, base64: 'eA==' } }, /is damaged/],
  [
    'without its picture',
    {
      picture: undefined,
      end: { ...end, sha256: sha256(`${endOf.sha256}${nobody.sha256}${JSON.stringify(sequences)}\n`) },
    },
    /is damaged/,
  ],
  ['that counts other tables', { end: { ...end, tables: 1 } }, /is damaged/],
  ['that counts other pictures', { end: { ...end, pictures: 0 } }, /is damaged/],
  ['whose last hash is another', { end: { ...end, sha256: sha256('x') } }, /is damaged/],
  ['that stops before its end', { end: undefined }, /is damaged/],
  ['that goes on after its end', { more: '["3","x"]' }, /is damaged/],
  ['with nonsense between', { kites: 'hoi' }, /is damaged/],
])('a backup %s is refused, and says that nothing was changed', async (_, parts, because) => {
  await expect(read({ ...sound, ...parts })).rejects.toThrow(because)
  await expect(read({ ...sound, ...parts })).rejects.toMatchObject({
    name: 'ConfigProblem',
    message: expect.stringContaining('Nothing was changed'),
  })
})

test.each([
  ['a file that is not there', 'nowhere.gz', /There is no file .*nowhere\.gz/],
  ['a folder', '', /is a folder, not a file/],
])('the refusal of %s names it', async (_, name, because) => {
  await expect(readBackup(join(emptyFolder(), name), nothing)).rejects.toThrow(because)
})
