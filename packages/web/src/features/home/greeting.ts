import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { screen } from '../../platform/screen/screen.ts'

/** Morning, afternoon or evening, by the browser's clock. */
export function partOfDay(now: Date): 'morning' | 'afternoon' | 'evening' {
  const hour = now.getHours()
  if (hour < screen.morningEndsHour) return 'morning'
  return hour < screen.afternoonEndsHour ? 'afternoon' : 'evening'
}

/**
 * Greets by the time of day and the first name; a user without one is a visitor. The name follows a line break, which
 * the large greeting of a phone shows: there, whether it fits beside the words would depend on the font.
 */
export function greet(i18n: I18n, now: Date, firstName: string | undefined): string {
  const name = `\n${firstName?.trim() || i18n._(msg`visitor`)}`
  switch (partOfDay(now)) {
    case 'morning':
      return i18n._(msg`Good morning, ${name}`)
    case 'afternoon':
      return i18n._(msg`Good afternoon, ${name}`)
    case 'evening':
      return i18n._(msg`Good evening, ${name}`)
  }
}

/** The current time, updated every minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), screen.greetingRefreshMs)
    return () => clearInterval(clock)
  }, [])
  return now
}
