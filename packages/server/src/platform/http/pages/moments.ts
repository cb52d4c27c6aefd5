import { type Language, productTimeZone } from '@papadag/contract/limits'
import type { Sentence } from '../../texts.ts'

// Tailwind reads the class names in this file (packages/ui/src/styles.css).

/** Returns a sentence with its gaps filled in. */
export type Translate = (sentence: Sentence, fill?: Record<string, string | number>) => string

export const translatorFor =
  (language: Language): Translate =>
  (sentence, fill = {}) =>
    sentence[language].replace(/\{(\w+)\}/g, (_, name: string) => String(fill[name] ?? ''))

// Browsers do not send their time zone, and playdates are in the Netherlands.
function format(language: Language, options: Intl.DateTimeFormatOptions, moment: string): string {
  return new Intl.DateTimeFormat(`${language}-NL`, { timeZone: productTimeZone, ...options }).format(new Date(moment))
}

const longDay = { weekday: 'long', day: 'numeric', month: 'long' } as const
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** The day and time at which it begins. */
export function whenOf(startTime: string, language: Language): string {
  return format(language, { ...longDay, ...clock }, startTime)
}

/** The day on which it begins, and its start and end time. */
export function timesOf(startTime: string, endTime: string, language: Language): { day: string; time: string } {
  const [day, lastDay] = [startTime, endTime].map(moment => format(language, longDay, moment))
  const [from, to] = [startTime, endTime].map(moment => format(language, clock, moment))
  return { day: day ?? '', time: `${from} – ${day === lastDay ? '' : `${lastDay} `}${to}` }
}

/** The calendar leaf of its first day. */
export function leafOf(startTime: string, language: Language): string {
  const part = (options: Intl.DateTimeFormatOptions) => format(language, options, startTime).replaceAll('.', '')
  const lines = [part({ weekday: 'short' }), part({ day: 'numeric' }), part({ month: 'short' })]
  return `<div class="leaf big" aria-hidden="true">${lines.map(line => `<div>${line}</div>`).join('')}</div>`
}

/** A line preceded by an icon. */
export function fact(icon: string, text: string): string {
  return `<p class="flex items-start gap-2"><svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="mt-0.5 block shrink-0" aria-hidden="true"><use href="#i-${icon}"/></svg><span class="min-w-0 break-words">${text}</span></p>`
}
