import type { Language } from '@papadag/contract/limits'
import type { NotificationKind } from '@papadag/contract/notifications'
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
  buttons?: readonly OutgoingButton[]
  text: OutgoingText
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
}

/** A notice that one user gets outside the open tab. */
export interface Outgoing extends Outside, Content {}

/** A notification under the bell, with what its reader may see of its subject when it is sent outside the app. */
export interface NotificationFacts {
  /** Null if the playdate is over, gone or not shown to him. */
  playdateId: number | null
  /** For notices about a poll. */
  pollId: number | null
  startTime: string | undefined
  isCancelled: boolean
  isCreator: boolean
  /** He is on it, and it is not cancelled. */
  isComing: boolean
  /** An open hour, which nobody joins: whoever is usually there counts as being on it. */
  isOpenHour: boolean
  isOn: boolean
  /** He holds a seat but has not confirmed it yet. */
  isUnconfirmed: boolean
  /** Fewer fathers are coming than it needs, and its creator has not decided. */
  isShort: boolean
  /** He was asked along and is not on it. */
  isAsked: boolean
  /** He was asked along to it, and it is not cancelled. */
  mayCome: boolean
  /** How many places are left, and how many he is waiting for; null if he is not waiting. */
  free: number
  wanted: number | null
  /** The first name of whoever caused it. */
  name: string | null
}

/** A kind of notification under the bell. Its sentence there is in the web app (`notification-text.tsx`). */
export interface NotificationDefinition {
  kind: NotificationKind
  /** Absent for kinds shown in the app only. */
  outside?: Outside & {
    /** For a reader who was asked along and has not joined. */
    textIfAsked?: OutgoingText
    /** About an open hour, for whoever is usually there. */
    textIfOpenHour?: OutgoingText
    isTrue(told: NotificationFacts): boolean
    path(told: NotificationFacts): string
  }
  /** Whether it names the playdate's creator as the one who acted. */
  isByCreator?: true
  /** Whether it is deleted when its playdate is cancelled or deleted. */
  goesWithPlaydate?: true
  /**
   * An object of what else its reader sees, evaluated for the notification `n` and its playdate `p` when it is read.
   */
  extras?(readerId: number): Sql
}

/** A kind of outbox row that tells one user something outside the open tab, without a notification. */
export interface OutgoingKind extends Outside {
  /** The kind of its outbox rows. */
  kind: string
  /** What is still true of these rows, read by one statement; undefined sends nothing. */
  contentOf(db: Db, dues: readonly Due[]): Promise<readonly (Content | undefined)[]>
  /** How long a row is kept after sending; its key prevents others meanwhile. */
  staysMs?: number
  /** It stands in one row with what its writer asks the reader under the bell (`questionsOf`). */
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

/** For regulars: whether he is coming to this date. */
export const confirmButtons: readonly OutgoingButton[] = [
  { action: 'coming', title: { nl: 'Ik kom', en: 'I’m coming', de: 'Ich komme', fr: 'Je viens', es: 'Voy' } },
  {
    action: 'notComing',
    title: {
      nl: 'Deze week niet',
      en: 'Not this week',
      de: 'Diese Woche nicht',
      fr: 'Pas cette semaine',
      es: 'Esta semana no',
    },
  },
]
export const pathToPoll = ({ pollId }: NotificationFacts) => (pollId === null ? '/polls' : `/polls/${pollId}`)
