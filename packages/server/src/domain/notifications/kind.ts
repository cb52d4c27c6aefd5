import type { Language } from '@papadag/contract/limits'
import type { ForReaders, NotificationKind } from '@papadag/contract/notifications'
import type { NoticeSetting } from '@papadag/contract/users/users'
import type { Db, Sql } from '../../platform/db/db.ts'
import type { Due, Outcome } from '../../platform/outbox/outbox.ts'
import type { Sentence } from '../../platform/texts.ts'

/** The text of a notice outside the app: who did what, never a message, a child or an address. */
export interface OutgoingText {
  /** `{when}` is the day and time of the playdate, `{name}` a first name, in all sentences. */
  title: Sentence
  /** The variant for a `{name}` that must not leave the app. */
  nameless?: Sentence
  body: Sentence
}

/** What the reader can do about a playdate from the notice itself, where his browser allows that. */
export interface OutgoingButton {
  action: 'coming' | 'notComing'
  title: Sentence
}

/** How a kind of notice reaches its reader outside the open tab. */
interface Outside {
  /** The setting that can switch it off; undefined for the test notification, which the user has just asked for. */
  setting: NoticeSetting | undefined
  /** Whether a mail is sent when no device could be reached. */
  hasMail: boolean
  /** He has chosen the time himself, so quiet hours do not delay it. */
  isAtHisHour?: true
  /** It is about what goes on now: it waits in quiet hours, however near it is, and is of no use an hour later. */
  isForNow?: true
  /** It says what becomes of a date of his: if that is soon, it goes first of what circles tell him. */
  isUrgent?: true
  /** Without it he would stand there for nothing, or be waited for: if his date is soon, it is not held back as one of too many. */
  cannotWait?: true
  buttons?: readonly OutgoingButton[]
  text: OutgoingText
}

/** What limits how often its reader hears such a notice (`heard.ts`). */
export interface Hearing {
  /** The notification. */
  by: number
  /** Notifications with the same name are told together: he hears one of them every few hours. */
  line: string | undefined
  /** A circle caused it. */
  isOfCircle: boolean
  /** The other father who has caused it. */
  causerId: number | null
  isUrgent: boolean
  cannotWait: boolean
  isForNow: boolean
  /** When its date begins, and began before it was moved. */
  starts: readonly string[]
}

/** What is known about the subject of a notice when it is sent. */
export interface Content {
  /** A notice replaces an earlier one with the same tag on the screen. */
  tag: string
  /** The entry of `unread` it is about: once that has been read, the notice is closed on all devices. */
  waits?: string | undefined
  /** The path that a tap opens. */
  path: string
  /** The playdate that the buttons act on. */
  playdateId?: number | undefined
  startTime?: string | undefined
  /** The start of the playdate before it was moved. */
  before?: string | undefined
  name?: string | undefined
  /** Values for further placeholders of the text. */
  words?(language: Language, timeZone: string): Record<string, string>
  hearing?: Hearing
}

/** A notice that one user gets outside the open tab. */
export interface Outgoing extends Outside, Content {}

/** What is known about a notification when it is sent outside the app, as its reader may see it. */
export interface NotificationFacts {
  /** Null if the playdate is over, gone or not shown to him. */
  playdateId: number | null
  /** For notices about a poll. */
  pollId: number | null
  startTime: string | undefined
  isCancelled: boolean
  isCreator: boolean
  /** He takes part in it, and it is not cancelled. */
  isComing: boolean
  /** He takes part in it, or is usually there. */
  isOn: boolean
  /** He has a seat but has not confirmed it yet. */
  isUnconfirmed: boolean
  /** Fewer fathers are coming than it needs, and its creator has not decided. */
  isShort: boolean
  /** He was invited to it and has not joined, and it is not cancelled. */
  mayCome: boolean
  /** How many places are left, and how many he is waiting for; null if he is not waiting. */
  free: number
  wanted: number | null
  /** The first name of the father who caused it, or of the latest of several. */
  name: string | null
  isSeveral: boolean
  /** It has no line for each father who causes it. */
  isTogether: boolean
  /** The circle of its reader that it is about. */
  circleId: number | null
  /** The browser that it is about, `Chrome, Android`. */
  device: string | null
  createdAt: string
}

/** How a notification is sent outside the app, and until when. */
export interface Sending extends Outside {
  /** What it says instead where that is true. */
  instead?: { isTrue(facts: NotificationFacts): boolean; text: OutgoingText }
  isTrue(facts: NotificationFacts): boolean
  /** What it is told together with, for hours; absent if it is heard whenever it happens. */
  line?(facts: NotificationFacts): string | undefined
  path(facts: NotificationFacts): string
  /** Values for further placeholders of the text. */
  words?(facts: NotificationFacts, language: Language, timeZone: string): Record<string, string>
}

/** A kind of notification under the bell. Its sentence there is in the web app (`notification-text.tsx`). */
export interface NotificationDefinition<K extends NotificationKind> {
  /** Absent for kinds shown in the app only. */
  outside?: ForReaders<K, Sending>
  /** Whether it names the playdate's creator as the one who acted. */
  isByCreator?: true
  /**
   * An object of what else its reader sees, evaluated for the notification `n` and its playdate `p` when it is read.
   */
  extras?(readerId: number): Sql
}

/** All kinds: none compiles without its definition, nor one without what it says to each of its readers. */
export type NotificationDefinitions = { readonly [K in NotificationKind]: NotificationDefinition<K> }

/** A kind of outbox row that tells one user something outside the open tab, without a notification. */
export interface OutgoingKind extends Outside {
  /** The kind of its outbox rows. */
  kind: string
  /** What is still true of these rows, read by one statement; undefined sends nothing. */
  contentOf(db: Db, dues: readonly Due[]): Promise<readonly (Content | undefined)[]>
  /** How long a row is kept after sending; its key prevents other rows during that time. */
  staysMs?: number
  /** It shares one row with what its writer asks the reader in the app (`questionsOf`). */
  isQuestion?: true
  /** When a finished row becomes due again; undefined ends it. */
  againInMs?(db: Db, due: Due): Promise<number | undefined>
}

/** A kind of outbox row that does something else. */
export interface Job {
  kind: string
  run(db: Db, due: Due): Promise<Outcome>
}

export const pathToPlaydate = (playdateId: number) => `/playdates?open=${playdateId}`
export const pathToItsPlaydate = ({ playdateId }: NotificationFacts) =>
  playdateId === null ? '/playdates' : pathToPlaydate(playdateId)

/** How the creator is notified that his playdate goes ahead. */
export const toItsCreator = {
  setting: 'playdates',
  hasMail: false,
  isTrue: ({ isComing, isCreator }: NotificationFacts) => isComing && isCreator,
  path: pathToItsPlaydate,
} as const

/** How everybody concerned is notified of a playdate that his answer has led to. */
export const toThoseWhoAnswered = {
  setting: 'playdates',
  hasMail: true,
  isUrgent: true,
  isTrue: ({ playdateId, isCancelled }: NotificationFacts) => playdateId !== null && !isCancelled,
  path: pathToItsPlaydate,
} as const

export const pathToPoll = ({ pollId }: NotificationFacts) => (pollId === null ? '/polls' : `/polls/${pollId}`)
