import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { emptyFolder } from '../../../testing/files/empty-folder.ts'
import { sql } from '../db.ts'
import { openEmbedded } from './embedded.ts'

const inMemory = openEmbedded({ decode: true, onCrash: () => {} })
afterAll(async () => (await inMemory).close())

const One = z.object({ n: z.number() })

function open(folder: string) {
  return openEmbedded({ folder, decode: true, onCrash: () => {} })
}

/** A process of its own that runs this code with the folder's database as `db`, and can `tell`; `before` runs first. */
function inAnotherProcess(folder: string, program: string, { before = '', preloaded = '' } = {}) {
  const file = `${folder}.program.ts`
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  writeFileSync(
    file,
    `import { openEmbedded } from ${module('./embedded.ts')}
     import { sql } from ${module('../db.ts')}
     const tell = (word: unknown) => process.send?.(word)
     ${before}
     const db = await openEmbedded({ folder: ${JSON.stringify(folder)}, decode: true, onCrash: () => {} })
     ${program}`,
  )
  // What is preloaded runs in the thread of the database too.
  const execArgv = preloaded ? ['--import', `data:text/javascript,${encodeURIComponent(preloaded)}`] : []
  const child = fork(file, { execArgv })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('the embedded database keeps what was written to it', async () => {
  const parent = emptyFolder()
  const folder = join(parent, 'database')
  const first = await open(folder)
  await first.script('create table kept (n int); insert into kept values (7)')
  await first.close()
  const second = await open(folder)
  expect(await second.one(One, sql`select n from kept`)).toEqual({ n: 7 })
  await expect(second.close().then(() => second.count(sql`from kept`))).rejects.toMatchObject({ name: 'DbUnavailable' })
  expect(await readdir(parent)).toEqual(['database'])
})

test('acknowledged writes survive a kill of the process', async () => {
  const folder = join(emptyFolder(), 'database')
  const child = inAnotherProcess(
    folder,
    `await db.script('create table kept (n int)')
     for (let n = 1; ; n += 1) {
       if (n % 2) await db.run(sql\`insert into kept values (\${n})\`)
       else await db.transaction(async tx => void (await tx.run(sql\`insert into kept values (\${n})\`)))
       tell(n)
     }`,
  )
  let acknowledged = 0
  child.on('message', n => {
    acknowledged = Number(n)
    if (acknowledged === 150) child.kill('SIGKILL')
  })
  await once(child, 'close')
  const db = await open(folder)
  const row = await db.one(One, sql`select count(*)::int as n from kept where n <= ${acknowledged}`)
  expect(row).toEqual({ n: acknowledged })
  await db.close()
})

test('a first start that is killed leaves no half-made database, and the next start creates it', async () => {
  const parent = emptyFolder()
  const folder = join(parent, 'database')
  // It kills itself once it has made some files, at the latest before giving them their final name.
  const child = inAnotherProcess(folder, '', {
    before: `import fs from 'node:fs'
        import { syncBuiltinESMExports } from 'node:module'
        const die = () => process.kill(process.pid, 'SIGKILL')
        setInterval(() => fs.existsSync(${JSON.stringify(folder)} + '.new-' + process.pid + '/base') && die(), 1)
        fs.renameSync = die
        syncBuiltinESMExports()`,
  })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  expect((await readdir(parent)).some(name => name.startsWith('database.new-'))).toBe(true)
  expect(existsSync(folder)).toBe(false)

  const db = await open(folder)
  expect(await db.count(sql`from (select 1) one`)).toBe(1)
  await db.close()
  expect((await readdir(parent)).filter(name => !name.endsWith('.ts'))).toEqual(['database'])
})

/** Makes PGlite crash at the first start in a process, as it does now and then. */
const crashing = (starts: string) => `
  import { appendFileSync, readFileSync } from 'node:fs'
  import { isMainThread } from 'node:worker_threads'
  if (!isMainThread) {
    appendFileSync(${JSON.stringify(starts)}, '.')
    const crash = async () => { throw new WebAssembly.RuntimeError('unreachable') }
    if (readFileSync(${JSON.stringify(starts)}).length === 1) WebAssembly.instantiate = crash
  }`

test('several databases start at once, and those that crash while they start are started again', async () => {
  const parent = emptyFolder()
  const opened = [1, 2, 3].map(async number => {
    const folder = join(parent, `database-${number}`)
    const starts = join(parent, `starts-${number}`)
    const child = inAnotherProcess(folder, 'await db.close(); tell(await readdir(parent))', {
      before: `import { readdir } from 'node:fs/promises'\nconst parent = ${JSON.stringify(parent)}`,
      preloaded: crashing(starts),
    })
    const [names] = await once(child, 'message')
    expect(names).toContain(`database-${number}`)
    // The crash, the start that makes the database, and the one that opens it.
    expect(readFileSync(starts, 'utf8')).toBe('...')
  })
  await Promise.all(opened)
  expect((await readdir(parent)).filter(name => name.includes('.new-'))).toEqual([])
})

test('the event loop keeps running while the embedded database works', async () => {
  const db = await inMemory
  const order: string[] = []
  const slow = db
    .one(One, sql`select count(*)::int as n from generate_series(1, 3000000)`)
    .then(() => order.push('database'))
  await new Promise<void>(resolve => setImmediate(() => resolve(void order.push('server'))))
  await slow
  expect(order).toEqual(['server', 'database'])
})

test('a statement outside the transaction it runs in is refused instead of waiting for ever', async () => {
  const db = await inMemory
  await expect(db.transaction(() => db.count(sql`from pg_tables`))).rejects.toThrow('must go through the transaction')
  expect(await db.count(sql`from (select 1) one`)).toBe(1)
})

test('work started in a transaction can use the database after the transaction ends', async () => {
  const db = await inMemory
  const { promise: later, resolve, reject } = Promise.withResolvers<number>()
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  await db.transaction(async () => {
    over.then(() => db.count(sql`from (select 1) one`)).then(resolve, reject)
  })
  end()
  expect(await later).toBe(1)
})

test('a caller that waits too long gets the error that the database is unavailable, and later calls succeed', async () => {
  const db = await inMemory
  const { promise: free, resolve } = Promise.withResolvers<void>()
  const slow = db.transaction(() => free)
  const waiting = [db.count(sql`from (select 1) one`), db.transaction(tx => tx.run(sql`select 1`)), db.ping()]
  for (const outcome of await Promise.allSettled(waiting)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'DbUnavailable' } })
  }
  resolve()
  await slow
  expect(await db.count(sql`from (select 1) one`)).toBe(1)
})

test('a value that cannot be sent to the thread fails that statement only', async () => {
  const db = await inMemory
  await expect(db.run(sql`select ${() => {}}`)).rejects.toThrow('could not be cloned')
  expect(await db.count(sql`from (select 1) one`)).toBe(1)
})

test('a first statement that cannot be sent leaves the others inside the transaction', async () => {
  const db = await inMemory
  await db.script('create table withdrawn (n int)')
  const work = db.transaction(async tx => {
    await expect(tx.run(sql`select ${() => {}}`)).rejects.toThrow('could not be cloned')
    await tx.run(sql`insert into withdrawn values (1)`)
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await db.count(sql`from withdrawn`)).toBe(0)
})

test('when the database’s thread ends, every caller gets the error that it is unavailable, and the log says so once', async () => {
  const onCrash = vi.fn()
  const { promise: thread, resolve } = Promise.withResolvers<Worker>()
  process.once('worker', resolve)
  const db = await openEmbedded({ decode: true, onCrash })
  const asked = [db.run(sql`select pg_sleep(5)`), db.transaction(tx => tx.run(sql`select 1`)), db.count(sql`from t`)]
  const outcomes = Promise.allSettled(asked)
  await (await thread).terminate()
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { name: 'DbUnavailable' } })
  await expect(db.ping()).rejects.toMatchObject({ name: 'DbUnavailable' })
  expect(onCrash).toHaveBeenCalledOnce()
  await db.close()
  expect(onCrash).toHaveBeenCalledOnce()
})

test('the start refuses a folder with foreign content', async () => {
  const folder = join(emptyFolder(), 'database')
  writeFileSync(folder, 'no database')
  await expect(open(folder)).rejects.toThrow()
})
