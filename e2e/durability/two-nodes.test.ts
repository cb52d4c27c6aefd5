import { randomBytes } from 'node:crypto'
import { logOut } from '@papadag/contract/auth'
import { closeCodes } from '@papadag/contract/live/frame'
import { createPlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { expect, onTestFinished, test, vi } from 'vitest'
import { failToStart, temporaryDataDir } from '../../tools/product.ts'
import { aPlaydate, newFather, sameFather, startDatabase, startPapadag, watch } from './fathers.ts'

test('a write on one node refreshes screens on the other', async () => {
  const { here, there } = await twoNodes()
  const [reader, writer] = [await newFather(there), await newFather(here)]
  const screen = await watch(reader)
  await writer.call(createPlaydate, { body: aPlaydate('Van hiernaast') })
  await vi.waitFor(() => expect(screen.timesChanged()).toBeGreaterThan(0))
  expect(await reader.call(upcomingPlaydates)).toMatchObject([{ title: 'Van hiernaast' }])
})

test('a logout on one node ends the session and its sockets on the other', async () => {
  const { here, there } = await twoNodes()
  const father = await newFather(here)
  const elsewhere = Object.assign(sameFather(father, there), { id: father.id })
  const screen = await watch(elsewhere)
  await elsewhere.call(upcomingPlaydates)

  await father.call(logOut)
  await vi.waitFor(() => expect(screen.closedWith()).toBe(closeCodes.unauthenticated))
  await vi.waitFor(async () => expect((await elsewhere.fetch('GET', '/api/playdates/upcoming')).status).toBe(401))
})

test('a node with another picture store is refused with a sentence', async () => {
  const { databaseUrl } = await startDatabase()
  await startPapadag({ DATABASE_URL: databaseUrl })
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const { code, stderr } = await failToStart({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(stderr).toContain(`The pictures of this database are not in ${dataDir}`)
})

async function twoNodes() {
  const { databaseUrl } = await startDatabase()
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const secret = randomBytes(32).toString('hex')
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SESSION_SECRET: secret }
  const [here, there] = [await startPapadag(settings), await startPapadag(settings)]
  return { here: here.url, there: there.url }
}
