import { expect, test } from 'vitest'
import { firstRelease, isContraction, readMigrations } from './migrate.ts'

const known = readMigrations()

const check = /check \((\w+) in \(([^)]*)\)\)/g
const valuesIn = (list: string) => list.split(',').map(value => value.trim())

/** Without the replacements of a constraint by one that allows whatever each earlier one of this column did, and more. */
function withoutWidened(code: string, before: readonly { text: string }[]): string {
  const replaced =
    /alter table (\w+) drop constraint (\w+);\s*alter table \1 add constraint \2\s+check \((\w+) in \(([^)]*)\)\) not valid/g
  return code.replace(replaced, (all, _table, name: string, column: string, list: string) => {
    const allowed = new Set(valuesIn(list))
    const earlier = before
      .flatMap(({ text }) => [...text.toLowerCase().matchAll(check)])
      .filter(([, its]) => its === column && name.endsWith(`${column}_check`))
    const isWider =
      earlier.length > 0 && earlier.every(([, , its = '']) => valuesIn(its).every(one => allowed.has(one)))
    return isWider ? '' : all
  })
}

/** Without the renames of tables whose former names are views from here on, through which older nodes read and write. */
function withoutRenamed(code: string): string {
  const views = new Set([...code.matchAll(/create view (\w+)/g)].map(([, name]) => name))
  const moved = [...code.matchAll(/alter table (\w+) rename to (\w+);/g)].filter(([, from]) => views.has(from))
  return moved.reduce((left, [all, , to]) => left.replace(all, '').replace(`drop table ${to};`, ''), code)
}

/** The first forbidden operation in an expansion; undefined if it only adds. */
function disturbance(text: string, before: readonly { text: string }[] = known): string | undefined {
  const code = withoutRenamed(withoutWidened(text.replace(/--.*$/gm, '').toLowerCase(), before))
  const made = new Set([...code.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, name]) => name))
  for (const raw of code.split(';')) {
    const statement = raw.trim().replace(/\s+/g, ' ')
    const [, altered] = /^alter table (?:if exists )?(?:only )?(\w+)/.exec(statement) ?? []
    if (altered && made.has(altered)) continue
    if (/\brename\b/.test(statement)) return 'a rename'
    if (/^drop\b|\bdrop (column|constraint|default|not null|expression|identity)\b/.test(statement)) return 'a drop'
    if (/\balter (column )?\w+ (set data )?type\b/.test(statement)) return 'a change of type'
    if (/\bset not null\b/.test(statement)) return 'a column that must be filled'
    if (/\badd (column )?(if not exists )?\w+ [^,]*\bnot null\b(?![^,]*\b(default|generated)\b)/.test(statement))
      return 'a new column that must be filled'
    if (/\badd (constraint|check|foreign key|unique|primary key)\b/.test(statement) && !/\bnot valid\b/.test(statement))
      return 'a constraint on rows that are there'
    const [, table] = /^create (?:unique )?index (?!concurrently)(?:if not exists )?\w+ on (\w+)/.exec(statement) ?? []
    if (table && !made.has(table)) return 'an index that is built while writes wait'
    if (/^create (unique )?index concurrently (?!if not exists)/.test(statement))
      return 'an index that cannot be tried again'
    if (/^(truncate|lock|vacuum full|cluster)\b/.test(statement)) return 'a lock on a whole table'
  }
  return undefined
}

test.each([
  'alter table users rename column bio to about',
  'drop table users',
  'alter table users drop column bio',
  'alter table users\n  alter column id type bigint',
  'alter table users alter bio set not null',
  'alter table users add column age int not null',
  'alter table users add constraint grown check (age > 17)',
  'create index users_bio on users (bio)',
  'create index concurrently users_bio on users (bio)',
  'truncate users',
])('a migration that may only add refuses %s', text => {
  expect(disturbance(text)).toBeDefined()
})

test.each([
  'create table more (id int); create index more_id on more (id); alter table more add unique (id)',
  'alter table users add column age int not null default 0, add column motto text',
  'create index concurrently if not exists users_bio on users (bio)',
  'alter table users add constraint grown check (age > 17) not valid',
  '-- drops nothing\ncreate table drops (id int)',
])('a migration that may only add allows %s', text => {
  expect(disturbance(text)).toBeUndefined()
})

test('a constraint may be replaced only by one that allows more', () => {
  const before = [{ text: "create table pets (kind text check (kind in ('cat', 'dog')))" }]
  const replacedBy = (list: string) =>
    `alter table pets drop constraint pets_kind_check; alter table pets add constraint pets_kind_check check (kind in (${list})) not valid`
  expect(disturbance(replacedBy("'cat', 'dog', 'hen'"), before)).toBeUndefined()
  expect(disturbance(replacedBy("'cat', 'hen'"), before)).toBe('a drop')
  expect(disturbance(replacedBy("'cat', 'dog'"), [])).toBe('a drop')
  expect(disturbance('alter table pets drop constraint pets_kind_check', before)).toBe('a drop')
})

test('a table may be renamed, or moved into another, if its former name is a view', () => {
  const moved = 'alter table pets rename to animals; alter table dogs rename to old_dogs; drop table old_dogs;'
  const views = (...names: string[]) => names.map(name => `create view ${name} as select id from animals`).join(';')
  expect(disturbance(`${moved} ${views('pets', 'dogs')}`)).toBeUndefined()
  expect(disturbance(`${moved} ${views('dogs')}`)).toBe('a rename')
  expect(disturbance(`${moved} ${views('pets')}`)).toBe('a rename')
  expect(disturbance(`drop table dogs; ${views('dogs')}`)).toBe('a drop')
})

test('no migration since the first release disturbs a node of the released version', () => {
  expect(known[0]?.name).toBe(firstRelease)
  for (const [at, { name, text }] of known.entries())
    if (name !== firstRelease && !isContraction({ name, text }))
      expect([name, disturbance(text, known.slice(0, at))]).toEqual([name, undefined])
})
