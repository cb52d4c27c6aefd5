import { limits } from '@papadag/contract/limits'
import { factTermsIn } from '@papadag/contract/places/facts'

/** Moments that move on: a link opens with those of its reader. */
const moving = ['open:now', 'open:saturday']
const quarterMs = 15 * 60_000

/** The terms of an address that mean something, each once, and as many as the server reads; others are left out. */
export function readTerms(asked: string | null): string[] {
  const terms = asked ? asked.split(',') : []
  return [...new Set(terms)].filter(term => moving.includes(term) || factTermsIn(term)).slice(0, limits.factTerms)
}

/** The terms as the server reads them. */
export function termsAt(terms: readonly string[], now: Date): string | undefined {
  if (terms.length === 0) return undefined
  return terms
    .map(term =>
      term === 'open:now'
        ? `open:${localMinute(nextQuarter(now))}`
        : term === 'open:saturday'
          ? `open:${localMinute(saturdayMorning(now))}`
          : term,
    )
    .join()
}

/** The same question for a while, so that its answer is read once. */
function nextQuarter(now: Date) {
  return new Date(Math.ceil(now.getTime() / quarterMs) * quarterMs)
}

function saturdayMorning(now: Date) {
  const at = new Date(now)
  at.setDate(at.getDate() + ((6 - at.getDay() + 7) % 7))
  at.setHours(10, 0, 0, 0)
  if (at <= now) at.setDate(at.getDate() + 7)
  return at
}

function localMinute(at: Date) {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}
