import { join } from 'node:path'
import { makeCalendarFeed } from '@papadag/contract/calendars'
import { makeInvite } from '@papadag/contract/invites'
import { createPlaydate, editPlaydate, joinPlaydate, type NewPlaydate } from '@papadag/contract/playdates/playdates'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { methodAndPath } from '@papadag/contract/route'
import { block, editSettings } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import { forgetPlaydates } from '../../features/playdates/commands.ts'
import { readLines } from '../../platform/backup/file.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { createLocalPictureStore } from '../../platform/pictures/store.ts'
import type { Client } from '../../testing/client.ts'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { mailServer, nothingWaits } from '../../testing/mail.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

/** When a playdate of two hours started, in hours from now. */
const ages = {
  before: 3,
  during: -1,
  'six days after': -24 * 6,
  'eight days after': -24 * 8,
  'two months after': -24 * 60,
  'a year after': -24 * 366,
} as const
type Age = keyof typeof ages

const viewers = ['creator', 'participant', 'waiting', 'blocked', 'member', 'visitor'] as const
const everyAge = Object.keys(ages) as Age[]

const kinds = {
  public: { location: 'mark-public 12', locationVisibility: 'public' },
  'for participants': { location: 'mark-home 12', locationVisibility: 'participants' },
  'for participants every week': {
    location: 'mark-weekly 12',
    locationVisibility: 'participants',
    repeats: { every: 'week' },
  },
} as const satisfies Record<string, Partial<NewPlaydate>>
type Kind = keyof typeof kinds
const everyKind = Object.keys(kinds) as Kind[]

const atHome: Record<(typeof viewers)[number], readonly Age[]> = {
  creator: everyAge,
  participant: ['before', 'during', 'six days after'],
  waiting: [],
  blocked: [],
  member: [],
  visitor: [],
}
/** When the address may be read, by the kind of location (safety S5). */
const shown: Record<Kind, typeof atHome> = {
  public: {
    creator: everyAge,
    participant: everyAge,
    waiting: ['before', 'during'],
    blocked: [],
    member: ['before', 'during'],
    visitor: [],
  },
  'for participants': atHome,
  'for participants every week': atHome,
}

/** Full playdates with an invitation, whose moves have been announced to their participants and to a former one. */
async function planned(which: readonly Kind[], env: Record<string, string> = {}) {
  const opened = await world({ fathers: 4, env })
  await opened.db.run(sql`update users set email_confirmed = true`)
  // Mails go out at any hour.
  if (env.SMTP_URL)
    for (const father of opened.fathers)
      await father.call(editSettings, { body: { notifications: { quietHours: null } } })
  const { host, visitor } = opened
  const [participant, waiting, blocked, member] = opened.fathers
  const made = []
  for (const kind of which) {
    const { location, locationVisibility } = kinds[kind]
    const body = aPlaydate({ location, maxParticipants: 2, locationVisibility })
    const { id } = await host.call(createPlaydate, { body: { ...body, ...kinds[kind] } })
    const params = { id }
    const endLater = (ms: number) => {
      const endTime = new Date(Date.parse(body.endTime) + ms).toISOString()
      return host.call(editPlaydate, { params, body: { ...body, endTime } })
    }
    await blocked.call(joinPlaydate, { params, body: {} })
    await endLater(60_000)
    made.push({ kind, id, params, location, endLater })
  }
  await host.call(block, { params: { id: blocked.id } })
  const playdates = []
  for (const { kind, id, params, location, endLater } of made) {
    await participant.call(joinPlaydate, { params, body: {} })
    await waiting.call(waitForPlaydate, { params, body: {} })
    await endLater(120_000)
    const { token } = await host.call(makeInvite, { params, body: { showName: true } })
    playdates.push({ kind, id, token, location })
  }
  const people: Record<(typeof viewers)[number], Client> = {
    creator: host,
    participant,
    waiting,
    blocked,
    member,
    visitor,
  }
  return { ...opened, playdates, people }
}

/** Every address that reveals something about the playdates: each read, both forms of its calendar, and links. */
async function exitsOf({ server, playdates }: Awaited<ReturnType<typeof planned>>, feeds: readonly string[]) {
  const reads = server.served.flatMap(({ route }) => {
    const { method, path } = methodAndPath(route.at)
    if (method !== 'GET') return []
    return playdates.map(({ id, token }) => path.replace(/:token/, token).replace(/:\w+/g, String(id)))
  })
  const ofEach = playdates.flatMap(({ id, token }) => [
    `/api/playdates/${id}/calendar.ics?homeAddress=on`,
    `/i/${token}`,
  ])
  return [...new Set([...reads, ...ofEach, ...feeds])]
}

const feedOf = async (father: Father) => {
  const { url } = await father.call(makeCalendarFeed, {
    body: { name: 'Telefoon', variant: 'full', showsHomeAddress: true },
  })
  return new URL(url).pathname
}

/** Moves the playdates to where they are at this age. */
const become = async (db: Db, playdates: readonly { id: number }[], age: Age) => {
  for (const { id } of playdates)
    await db.run(sql`
      update playdates set start_time = now() + make_interval(hours => ${ages[age]}::int),
                           end_time = now() + make_interval(hours => ${ages[age] + 2}::int)
       where id = ${id}`)
}

test('those who may know an address read it in every list, file, feed, notice and export, until a year after', async () => {
  const all = await planned(everyKind)
  const feeds = new Map<Client, string>()
  for (const father of [all.host, ...all.fathers]) feeds.set(father, await feedOf(father))
  for (const age of everyAge) {
    await become(all.db, all.playdates, age)
    for (const viewer of viewers) {
      const client = all.people[viewer]
      const feed = feeds.get(client)
      const read: [exit: string, text: string][] = []
      for (const exit of await exitsOf(all, feed ? [feed] : [])) {
        const response = await client.fetch('GET', exit)
        // Calendars break long lines and escape commas.
        read.push([exit, (await response.text()).replaceAll('\r\n ', '')])
      }
      for (const { kind, location } of all.playdates) {
        const leaks = read.flatMap(([exit, text]) => (text.includes(location) ? [exit] : []))
        const mayRead = shown[kind][viewer].includes(age)
        expect([kind, age, viewer, leaks.length > 0, mayRead ? [] : leaks]).toEqual([kind, age, viewer, mayRead, []])
      }
    }
  }
})

/** Everything that a backup contains, as text. */
async function backupOf(db: Db): Promise<string> {
  const folder = emptyFolder()
  const path = join(folder, 'backup')
  await writeBackup(path, { db, store: await createLocalPictureStore(folder), map: null })
  return (await Array.fromAsync(readLines(path))).join('')
}

test('no mail names an address, and a backup does until the playdate is deleted', async () => {
  const { smtp, env } = await mailServer()
  // A series that goes on keeps its address, for its next dates.
  const all = await planned(['public', 'for participants'], env)
  const addresses = all.playdates.map(({ location }) => location)
  for (const age of everyAge) {
    await become(all.db, all.playdates, age)
    await all.db.run(sql`update outbox set due_at = now()`)
    await nothingWaits(all.db)
    await vi.waitFor(() => expect(smtp.mails.length).toBeGreaterThan(0))
    await forgetPlaydates(all.db)
    const [mails, backup] = [JSON.stringify(smtp.mails), await backupOf(all.db)]
    expect([age, addresses.filter(address => mails.includes(address))]).toEqual([age, []])
    const left = age === 'a year after' ? [] : addresses
    expect([age, addresses.filter(address => backup.includes(address))]).toEqual([age, left])
  }
})
