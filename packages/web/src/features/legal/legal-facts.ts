import { type Language, limits } from '@papadag/contract/limits'
import { amountIn } from '../../platform/language/formats.ts'
import { serverFacts } from '../../platform/server-facts.ts'
import type { LegalFacts } from './content/shape.ts'

/** Facts the server has written into the page, or defaults for a page built without it. */
export function legalFacts(language: Language): LegalFacts {
  const said = serverFacts()
  return {
    contact: said.contact,
    chatDays: inDays(Number(said.chatDays ?? limits.chatRetentionDays), language),
    tileHost: said.tileHost ?? 'tile.openstreetmap.org',
  }
}

/** `7 dagen`; less than a day is given in hours. */
function inDays(days: number, language: Language) {
  return days < 1 ? amountIn(language, days * 24, 'hour') : amountIn(language, days, 'day')
}
