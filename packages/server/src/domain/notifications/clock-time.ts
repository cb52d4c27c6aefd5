import type { Language } from '@papadag/contract/limits'

/** A moment by the clock of this time zone: `14:02`. */
export function clockTime(moment: string, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(moment))
}
