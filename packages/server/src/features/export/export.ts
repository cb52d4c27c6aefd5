import type { Chat, Message } from '@papadag/contract/chat'
import { type Language, limits, productTimeZone } from '@papadag/contract/limits'
import type { Notification } from '@papadag/contract/notifications'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { Person } from '@papadag/contract/schema'
import type { Export } from '@papadag/contract/users/export'
import type { Settings } from '@papadag/contract/users/users'
import { ownUser } from '../../domain/account.ts'
import type { Db } from '../../platform/db/db.ts'
import type { FileReply, Page } from '../../platform/http/serve.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { Problem } from '../../platform/problem.ts'
import { jsonParts } from './json-parts.ts'
import { accountFacts, pictureNames, rowsOf } from './sections.ts'
import { about } from './texts.ts'

export interface Reader {
  id: number
  language: Language
}

/** Reads of other features, through the same projections as the user's screens (safety S3). */
export interface ExportParts {
  pictures: Pictures
  settings(db: Db, reader: Reader): Promise<Settings>
  blocks(db: Db, reader: Reader): Promise<Person[]>
  playdates(db: Db, reader: Reader, page: Page): Promise<Playdate[]>
  notifications(db: Db, reader: Reader, page: Page): Promise<Notification[]>
  chats(db: Db, reader: Reader, page: Page): Promise<Chat[]>
  messages(db: Db, chatId: number, afterSeq: number, limit: number, reader: Reader): Promise<Message[]>
}

/** The fields of an export; a list may be streamed from the database while it is written. */
type Written = { [K in keyof Export]: Export[K] | AsyncIterable<unknown> }

const messagesAtOnce = 500

/** Streams everything stored about a user as one file, which is never in memory as a whole. */
export async function exportOf(db: Db, parts: ExportParts, reader: Reader): Promise<FileReply> {
  const { id, language } = reader
  const [user, facts, settings, blocks] = await Promise.all([
    ownUser(db, id),
    accountFacts(db, id),
    parts.settings(db, reader),
    parts.blocks(db, reader),
  ])
  if (!user || !facts) throw new Problem('auth.required')
  const now = new Date()
  const written: Written = {
    format: 'papadag-export',
    version: 1,
    createdAt: now.toISOString(),
    about: about[language],
    account: { ...user, ...facts },
    settings,
    sessions: rowsOf(db, 'sessions', id),
    devices: rowsOf(db, 'devices', id),
    playdates: everyPage(page => parts.playdates(db, reader, page)),
    passkeys: rowsOf(db, 'passkeys', id),
    participations: rowsOf(db, 'participations', id),
    series: rowsOf(db, 'series', id),
    standingPlaces: rowsOf(db, 'standingPlaces', id),
    waits: rowsOf(db, 'waits', id),
    places: rowsOf(db, 'places', id),
    favoritePlaces: rowsOf(db, 'favoritePlaces', id),
    reviews: rowsOf(db, 'reviews', id),
    placeEdits: rowsOf(db, 'placeEdits', id),
    placeConfirmations: rowsOf(db, 'placeConfirmations', id),
    placeProposals: rowsOf(db, 'placeProposals', id),
    placeStates: rowsOf(db, 'placeStates', id),
    placeStateVoices: rowsOf(db, 'placeStateVoices', id),
    placeAnswers: rowsOf(db, 'placeAnswers', id),
    placeDecisions: rowsOf(db, 'placeDecisions', id),
    reports: rowsOf(db, 'reports', id),
    moderationDecisions: rowsOf(db, 'moderationDecisions', id),
    blocks,
    chats: chats(db, parts, reader),
    notifications: everyPage(page => parts.notifications(db, reader, page)),
    departures: rowsOf(db, 'departures', id),
    invitations: rowsOf(db, 'invitations', id),
    parentLinks: rowsOf(db, 'parentLinks', id),
    polls: rowsOf(db, 'polls', id),
    pollAnswers: rowsOf(db, 'pollAnswers', id),
    proposals: rowsOf(db, 'proposals', id),
    asked: rowsOf(db, 'asked', id),
    circles: rowsOf(db, 'circles', id),
    buddies: rowsOf(db, 'buddies', id),
    circleAsked: rowsOf(db, 'circleAsked', id),
    circleAnswers: rowsOf(db, 'circleAnswers', id),
    circleWishes: rowsOf(db, 'circleWishes', id),
    knownAnswers: rowsOf(db, 'knownAnswers', id),
    hints: rowsOf(db, 'hints', id),
    declines: rowsOf(db, 'declines', id),
    pushDevices: rowsOf(db, 'pushDevices', id),
    calendarFeeds: rowsOf(db, 'calendarFeeds', id),
    events: rowsOf(db, 'events', id),
    pictures: pictures(db, parts, id),
  }
  return { name: `papadag-export-${dayOf(now)}.json`, parts: jsonParts(written) }
}

/** The day in the product's time zone, `2031-06-01`, as Swedish formats it. */
function dayOf(moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: productTimeZone }).format(moment)
}

async function* everyPage<T>(read: (page: Page) => Promise<T[]>): AsyncGenerator<T> {
  let next: string | undefined
  do {
    const cursor = next
    next = undefined
    const more = (after: string) => {
      next = after
    }
    yield* await read({ limit: limits.listItems, cursor, more })
  } while (next !== undefined)
}

async function* chats(db: Db, parts: ExportParts, reader: Reader) {
  for await (const chat of everyPage(page => parts.chats(db, reader, page))) {
    yield { ...chat, messages: messages(db, parts, chat.id, reader) }
  }
}

async function* messages(db: Db, parts: ExportParts, chatId: number, reader: Reader) {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const some: Message[] = await parts.messages(db, chatId, after, messagesAtOnce, reader)
    yield* some
    after = some.length < messagesAtOnce ? undefined : some.at(-1)?.seq
  }
}

async function* pictures(db: Db, parts: ExportParts, userId: number) {
  for (const { name, createdAt } of await pictureNames(db, userId)) {
    const picture = await parts.pictures.read(name)
    if (!picture) continue
    yield { address: `/uploads/${name}`, type: 'image/webp', createdAt, base64: picture.toString('base64') }
  }
}
