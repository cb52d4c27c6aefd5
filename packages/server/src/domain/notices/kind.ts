import type { Language } from '@papadag/contract/limits'
import type { NotificationKind } from '@papadag/contract/notifications'
import type { NoticeKind } from '@papadag/contract/users'
import type { Db, Sql } from '../../platform/db/db.ts'
import type { Due, Outcome } from '../../platform/outbox/outbox.ts'
import type { Sentence } from '../../platform/texts.ts'

/** The text of a notice outside the app: who and what kind, never a message, a child or an address. */
export interface NoticeText {
  /** `{when}` is the day and the time of the playdate, `{name}` a first name; the same in the others. */
  title: Sentence
  /** For a `{name}` that may not leave the app. */
  nameless?: Sentence
  body: Sentence
}

/** What its receiver can do about a playdate from the notice itself, where his browser allows that. */
export interface NoticeButton {
  action: 'coming' | 'notComing'
  title: Sentence
}

/** How a kind of notice reaches its receiver outside the open tab. */
interface Outside {
  /** The setting that can switch it off; undefined for the test notification, which the user has just asked for. */
  setting: NoticeKind | undefined
  /** Whether a mail is sent when no device could be reached. */
  hasMail: boolean
  /** He has chosen the hour himself, so quiet hours do not hold it. */
  isAtHisHour?: true
  buttons?: readonly NoticeButton[]
  text: NoticeText
}

/** What is known, when a notice is sent, of what it tells. */
export interface News {
  /** A notice replaces an earlier one with the same tag on the screen. */
  tag: string
  /** The entry of `unread` it is about: once that is read, the notice is closed on all devices. */
  waits?: string | undefined
  /** The path that a tap opens. */
  path: string
  /** What the buttons are about. */
  playdateId?: number | undefined
  startTime?: string | undefined
  /** When that would have been before it was moved. */
  before?: string | undefined
  name?: string | undefined
  /** Values for more of the text's words. */
  words?(language: Language, timeZone: string): Record<string, string>
}

/** A notice that one user gets outside the open tab. */
export interface Notice extends Outside, News {}

/** A notification under the bell, as its reader may see what it is about when it is sent outside. */
export interface Told {
  /** Null if the playdate is over, gone or not shown to him. */
  playdateId: number | null
  /** Of what is about a poll. */
  pollId: number | null
  startTime: string | undefined
  isCancelled: boolean
  isCreator: boolean
  /** He is on it, and it is not cancelled. */
  isComing: boolean
  isOn: boolean
  /** He holds a seat and has not said yet that he comes. */
  isOpen: boolean
  /** Fewer fathers come than it needs, and its creator has not decided. */
  isShort: boolean
  /** He was asked along, and is not on it. */
  isAsked: boolean
  /** He was asked along to it, and it is not cancelled. */
  mayCome: boolean
  /** How many places are left, and how many he waits for; null if he does not wait. */
  free: number
  wanted: number | null
  /** Of him who caused it. */
  name: string | null
}

/** A kind of notification under the bell. Its sentence there is in the web app (`notification-text.tsx`). */
export interface BellKind {
  kind: NotificationKind
  /** Absent for what is told in the app alone. */
  outside?: Outside & {
    /** For whoever was asked along and has not joined. */
    textIfAsked?: NoticeText
    isTrue(told: Told): boolean
    path(told: Told): string
  }
  /** Whether it names the creator of its playdate, who did it. */
  isByCreator?: true
  /** Whether it goes when its playdate is cancelled or deleted. */
  goesWithPlaydate?: true
  /** An object of what else its reader sees; asked of the notification `n` and its playdate `p` when it is read. */
  extras?(readerId: number): Sql
}

/** A kind of row in the outbox that tells one user something outside the open tab, without a notification. */
export interface OutboxKind extends Outside {
  /** That of its rows. */
  kind: string
  /** What is still true of these rows, which share a statement; undefined sends nothing. */
  newsOf(db: Db, dues: readonly Due[]): Promise<readonly (News | undefined)[]>
  /** How long a row stays when it is sent; its key keeps others away meanwhile. */
  staysMs?: number
  /** In how long a row comes again when it is done; undefined ends it. */
  againInMs?(db: Db, due: Due): Promise<number | undefined>
}

/** A kind of row in the outbox that does something else. */
export interface Job {
  kind: string
  run(db: Db, due: Due): Promise<Outcome>
}

export const pathToPlaydate = (playdateId: number) => `/playdates?open=${playdateId}`
export const pathToTold = ({ playdateId }: Told) => (playdateId === null ? '/playdates' : pathToPlaydate(playdateId))

/** For whoever has a standing place: whether he comes to this date. */
export const confirmButtons: readonly NoticeButton[] = [
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
export const pathToPoll = ({ pollId }: Told) => (pollId === null ? '/polls' : `/polls/${pollId}`)
