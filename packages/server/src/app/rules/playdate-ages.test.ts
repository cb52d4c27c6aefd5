import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCalendarFeed } from '@papadag/contract/calendars'
import { makeInvite } from '@papadag/contract/invites'
import { createPlaydate, editPlaydate, joinPlaydate, type NewPlaydate } from '@papadag/contract/playdates/playdates'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { methodAndPath } from '@papadag/contract/route'
import { block, editSettings } from '@papadag/contract/users/users'
import { expect, onTestFinished, test, vi } from 'vitest'
import { forgetPlaydates } from '../../features/playdates/commands.ts'
import { readLines } from '../../platform/backup/file.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { createLocalPictureStore } from '../../platform/pictures/store.ts'
import type { Client } from '../../testing/client.ts'
import { mailServer } from '../../testing/mail.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

const address = 'mark-address 12'

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
  public: { locationVisibility: 'public' },
  'for participants': { locationVisibility: 'participants' },
  'for participants every week': { locationVisibility: 'participants', repeats: { every: 'week' } },
} as const satisfies Record<string, Partial<NewPlaydate>>
type Kind = keyof typeof kinds

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

/** A full playdate with an invitation, whose moves have been announced to its participants and to a former one. */
async function planned(kind: Kind, env: Record<string, string> = {}) {
  const opened = await world({ fathers: 4, env })
  await opened.db.run(sql`update users set email_confirmed = true`)
  // Mails go out at any hour.
  if (env.SMTP_URL)
    for (const father of opened.fathers)
      await father.call(editSettings, { body: { notifications: { quietHours: null } } })
  const { host, visitor } = opened
  const [participant, waiting, blocked, member] = opened.fathers
  const { locationVisibility } = kinds[kind]
  const body = aPlaydate({ location: address, maxParticipants: 2, locationVisibility })
  const { id } = await host.call(createPlaydate, { body: { ...body, ...kinds[kind] } })
  const params = { id }
  const endLater = (ms: number) => {
    const endTime = new Date(Date.parse(body.endTime) + ms).toISOString()
    return host.call(editPlaydate, { params, body: { ...body, endTime } })
  }
  await blocked.call(joinPlaydate, { params, body: {} })
  await endLater(60_000)
  await host.call(block, { params: { id: blocked.id } })
  await participant.call(joinPlaydate, { params, body: {} })
  await waiting.call(waitForPlaydate, { params, body: {} })
  await endLater(120_000)
  const invitation = await host.call(makeInvite, { params, body: { showName: true } })
  const people: Record<(typeof viewers)[number], Client> = {
    creator: host,
    participant,
    waiting,
    blocked,
    member,
    visitor,
  }
  return { ...opened, id, token: invitation.token, people }
}

/** Every address that reveals something about the playdate: each read, both forms of its calendar, and links. */
async function exitsOf({ server, id, token }: Awaited<ReturnType<typeof planned>>, feeds: readonly string[]) {
  const reads = server.served.flatMap(({ route }) => {
    const { method, path } = methodAndPath(route.at)
    return method === 'GET' ? [path.replace(/:token/, token).replace(/:\w+/g, String(id))] : []
  })
  return [...reads, `/api/playdates/${id}/calendar.ics?homeAddress=on`, `/i/${token}`, ...feeds]
}

const feedOf = async (father: Father) => {
  const { url } = await father.call(makeCalendarFeed, {
    body: { name: 'Telefoon', variant: 'full', showsHomeAddress: true },
  })
  return new URL(url).pathname
}

/** Moves the playdate to where it is at this age. */
const become = (db: Db, id: number, age: Age) =>
  db.run(sql`
    update playdates set start_time = now() + make_interval(hours => ${ages[age]}::int),
                         end_time = now() + make_interval(hours => ${ages[age] + 2}::int)
     where id = ${id}`)

test.each(Object.keys(kinds) as Kind[])(
  'those who may know an address that is %s read it in every list, file, feed, notice and export, until a year after',
  async kind => {
    const all = await planned(kind)
    const feeds = new Map<Client, string>()
    for (const father of [all.host, ...all.fathers]) feeds.set(father, await feedOf(father))
    for (const age of everyAge) {
      await become(all.db, all.id, age)
      for (const viewer of viewers) {
        const client = all.people[viewer]
        const feed = feeds.get(client)
        const leaks: string[] = []
        for (const exit of await exitsOf(all, feed ? [feed] : [])) {
          const response = await client.fetch('GET', exit)
          // Calendars break long lines and escape commas.
          if ((await response.text()).replaceAll('\r\n ', '').includes(address)) leaks.push(exit)
        }
        const mayRead = shown[kind][viewer].includes(age)
        expect([age, viewer, leaks.length > 0, mayRead ? [] : leaks]).toEqual([age, viewer, mayRead, []])
      }
    }
  },
)

/** Everything that a backup contains, as text. */
async function backupOf(db: Db): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'papadag-ages-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'backup')
  await writeBackup(path, { db, store: await createLocalPictureStore(folder), map: null })
  return (await Array.fromAsync(readLines(path))).join('')
}

// A series that goes on keeps its address, for its next dates.
test.each(['public', 'for participants'] as const)(
  'no mail names an address that is %s, and a backup does until the playdate is deleted',
  async kind => {
    const { smtp, env } = await mailServer()
    const all = await planned(kind, env)
    for (const age of everyAge) {
      await become(all.db, all.id, age)
      await all.db.run(sql`update outbox set due_at = now()`)
      await vi.waitFor(async () => expect(await all.db.count(sql`from outbox where due_at <= now()`)).toBe(0))
      await vi.waitFor(() => expect(smtp.mails.length).toBeGreaterThan(0))
      expect(JSON.stringify(smtp.mails)).not.toContain(address)
      await forgetPlaydates(all.db)
      expect([age, (await backupOf(all.db)).includes(address)]).toEqual([age, age !== 'a year after'])
    }
  },
)
