import type { Notification } from '@papadag/contract/notifications'
import { dateAndTimeOf } from '../../platform/language/dates.ts'

/** The notifications about one thing on one day. */
export type Group = {
  key: string
  /** The playdate it is about; without an id if deleted. */
  playdate: { id: number | undefined; title: string; startTime: string | undefined } | undefined
  entries: Notification[]
}

/** A day in the browser's time zone. */
export type Day = {
  date: string
  /** A time on that day. */
  at: string
  /** The number of days before today. */
  ago: number
  groups: Group[]
}

/** Notifications, newest first, by day and then by playdate; those without one are on their own. */
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

function subjectOf({ id, kind, details }: Notification): Omit<Group, 'entries'> {
  const { playdateId, title, startTime, relation } = details
  // A poll, a proposal and a circle are named in their own sentences, and a decision in its statement.
  if (title === undefined || /^(poll|circle|passkey)\./.test(kind) || kind === 'proposal.asked')
    return { key: `notice ${id}`, playdate: undefined }
  const key = playdateId === undefined ? `gone ${startTime} ${title}` : `playdate ${playdateId}`
  // A cancelled playdate is shown to those who had joined, but not to those who were only invited.
  const isShown = !(relation === 'asked' && kind === 'playdate.cancelled')
  return { key, playdate: { id: isShown ? playdateId : undefined, title, startTime } }
}

/** The days between two dates in the format of a date field. */
function daysBetween(from: string, to: string) {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}
