import type { Language } from '@papadag/contract/limits'
import * as contract from '@papadag/contract/parent-links'
import type { Db } from '../../platform/db/db.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { fact, leafOf, type Translate, timesOf, translatorFor } from '../../platform/http/pages/moments.ts'
import type { OwnPage } from '../../platform/http/pages/pages.ts'
import { type Sent, send } from '../../platform/http/pages/sent.ts'
import { languagesHtml, mainHtml, quietButton, stateHtml, textLink } from '../../platform/http/pages/state-page.ts'
import { type SeenByParent, seenByParent } from './links.ts'
import { words } from './page-texts.ts'

// Tailwind reads the class names in this file (packages/ui/src/styles.css).

export const parentPages: Sent[] = [
  send(contract.parentPage, ({ db, params, language }) => parentPage(db, params.token, language)),
]

/** The page for the other parent: where and when, and whether dad is coming. */
async function parentPage(db: Db, token: string, language: Language): Promise<OwnPage> {
  const translate = translatorFor(language)
  const seen = await seenByParent(db, token)
  const title = translate(seen ? words.title : words.isUnknown)
  const body = seen
    ? shown(translate, seen, language)
    : stateHtml({
        drawing: 'ill-404.svg',
        title: translate(words.isUnknown),
        sentence: translate(words.askAgain),
        action: `<a class="${quietButton}" href="/auth">${translate(words.toPapadag)}</a>`,
      })
  return {
    isThere: seen !== undefined,
    language,
    title,
    // There are no tags for previews, since other apps keep those for ever.
    head: '<meta name="robots" content="noindex">',
    body: mainHtml(body + footer(translate, language)),
  }
}

function shown(translate: Translate, seen: SeenByParent, language: Language): string {
  const { startTime, endTime, state, address, area, hostName } = seen
  const { day, time } = timesOf(startTime, endTime, language)
  const isOff = state === 'cancelled'
  const where = address ?? (area ? translate(words.near, { area }) : translate(words.somewhere))
  const title = isOff
    ? translate(words.cancelled)
    : hostName
      ? translate(words.withHost, { name: hostName })
      : translate(words.title)
  return `<section class="card grid gap-5 rounded-kap-l bg-surface p-6 card-shadow">
    <div class="flex gap-5">${leafOf(startTime, language)}
      <div class="min-w-0">
        <h1 class="break-words">${escapeHtml(title)}</h1>
        <p class="mt-2 font-[650]">${day}</p>
      </div>
    </div>
    <div class="grid gap-2">
      ${fact('clock', time)}
      ${isOff ? '' : fact('pin', escapeHtml(where))}
      ${isOff ? '' : fact('user', `<b>${translate(words[state])}</b>`)}
    </div>
    <p class="border-line border-t-2 border-dashed pt-3 text-ink-2 text-sm">${translate(words.reads)}</p>
  </section>`
}

function footer(translate: Translate, language: Language): string {
  return `<footer class="mt-8 grid justify-items-center gap-3 text-center text-sm">
    ${languagesHtml(language, translate(words.language))}
    <p class="flex flex-wrap justify-center gap-x-4"><a class="${textLink}" href="/auth">${translate(words.toPapadag)}</a>
      <a class="${textLink}" href="/auth#privacy">${translate(words.privacy)}</a>
      <a class="${textLink}" href="/auth#rules">${translate(words.rules)}</a></p>
  </footer>`
}
