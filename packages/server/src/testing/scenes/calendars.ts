import ICAL from 'ical.js'
import type { Client } from '../client.ts'

export interface Read {
  uid: string
  sequence: number
  start: string
  end: string
  summary: string
  location: string | undefined
  status: string
  isUtc: boolean
}

/** Reads a calendar with another library than the one that wrote it. */
export function read(text: string): Read[] {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map(component => {
    const { uid, sequence, startDate, endDate, summary, location } = new ICAL.Event(component)
    return {
      uid,
      sequence,
      start: startDate.toJSDate().toISOString(),
      end: endDate.toJSDate().toISOString(),
      summary,
      location: location ?? undefined,
      status: String(component.getFirstPropertyValue('status')),
      isUtc: startDate.zone === ICAL.Timezone.utcTimezone && endDate.zone === ICAL.Timezone.utcTimezone,
    }
  })
}

export async function get(client: Client, url: string, headers: Record<string, string> = {}) {
  const { pathname } = new URL(url)
  const response = await client.fetch('GET', pathname, { headers })
  return { status: response.status, tag: response.headers.get('etag') ?? '', text: await response.text() }
}
