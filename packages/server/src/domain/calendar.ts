import { createHmac } from 'node:crypto'
import ical, { ICalCalendarMethod, ICalEventClass, ICalEventStatus } from 'ical-generator'
import type { Config } from '../platform/config.ts'
import { harmless } from './names/harmless.ts'

/** One playdate as a calendar event, in UTC, since calendar programs disagree on named time zones. */
export interface CalendarEvent {
  id: number
  sequence: number
  startTime: string
  endTime: string
  changedAt: string
  summary: string
  location?: string | undefined
  url?: string | undefined
  isCancelled: boolean
}

/**
 * The name behind the `@` of all events. It never comes from a request: under another host name the same event would be
 * imported twice.
 */
export function eventHostOf({ publicUrl, sessionSecret }: Pick<Config, 'publicUrl' | 'sessionSecret'>): string {
  if (publicUrl) return new URL(publicUrl).hostname
  return `${createHmac('sha256', sessionSecret).update('calendar').digest('hex').slice(0, 16)}.papadag.invalid`
}

/** Writes events as a calendar (RFC 5545); equal events produce equal text. */
export function writeCalendar(name: string, host: string, events: readonly CalendarEvent[]): string {
  const calendar = ical({
    name,
    prodId: { company: 'Papadag', product: 'Papadag', language: 'NL' },
    // PUBLISH, since for a REQUEST calendar programs would mail the organizer.
    method: ICalCalendarMethod.PUBLISH,
  })
  for (const event of events) {
    calendar.createEvent({
      id: `playdate-${event.id}@${host}`,
      sequence: event.sequence,
      start: new Date(event.startTime),
      end: new Date(event.endTime),
      stamp: new Date(event.changedAt),
      lastModified: new Date(event.changedAt),
      summary: harmless(event.summary) || 'Papadag',
      status: event.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      class: ICalEventClass.PRIVATE,
      ...(event.location && { location: harmless(event.location) }),
      ...(event.url && { url: event.url }),
    })
  }
  return calendar.toString()
}
