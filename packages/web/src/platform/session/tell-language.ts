import { currentUser } from '@papadag/contract/auth'
import type { Language } from '@papadag/contract/limits'
import { methodAndPath } from '@papadag/contract/route'
import { editSettings, type Settings, settings } from '@papadag/contract/users/users'
import { call } from '../data/call.ts'
import { reads } from '../data/reads.ts'

const keyOf = (route: { at: typeof currentUser.at | typeof settings.at }) => [methodAndPath(route.at).path]

/** Tells the server a member's language, for what it writes to him (decision A4); does nothing for visitors. */
export async function tellLanguage(language: Language) {
  if (!reads.getQueryData(keyOf(currentUser))) return
  try {
    await call(editSettings, { body: { language } })
    reads.setQueryData(keyOf(settings), (now: Settings | undefined) => now && { ...now, language })
  } catch {
    // The screen already shows it; the server learns of it at the next login.
  }
}
