import type { Notification } from '@papadag/contract/notifications'
import { dateAndTimeOf } from '../platform/dates.ts'

/** What was told about one thing on one day. */
export type Group = {
  key: string
  /** The playdate it is about; without an id when that is gone. */
  playdate: { id: number | undefined; title: string; startTime: string | undefined } | undefined
  entries: Notification[]
}

/** A day of this browser's calendar. */
export type Day = {
  date: string
  /** A moment of it. */
  at: string
  /** So many days before today. */
  ago: number
  groups: Group[]
}

/** What somebody was told, newest first, by day and then by playdate; what is about none stands alone. */
export function byDay(told: readonly Notification[], now = new Date()): Day[] {
  const days = new Map<string, Day>()
  for (const notification of told) {
    const at = notification.createdAt
    const { date } = dateAndTimeOf(at)
    const day = days.get(date) ?? { date, at, ago: daysBetween(date, dateAndTimeOf(now).date), groups: [] }
    days.set(date, day)
    const { key, playdate } = subjectOf(notification)
    const group = day.groups.find(known => known.key === key)
    if (group) group.entries.push(notification)
    else day.groups.push({ key, playdate, entries: [notification] })
  }
  return [...days.values()]
}

function subjectOf({ id, kind, details: { playdateId, title = '', startTime } }: Notification): Omit<Group, 'entries'> {
  if (!kind.startsWith('playdate.')) return { key: `notice ${id}`, playdate: undefined }
  const key = playdateId === undefined ? `gone ${startTime} ${title}` : `playdate ${playdateId}`
  return { key, playdate: { id: playdateId, title, startTime } }
}

/** Both as a calendar field writes them. */
function daysBetween(from: string, to: string) {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}
