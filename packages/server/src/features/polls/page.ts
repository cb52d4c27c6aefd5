import { type Language, productTimeZone } from '@papadag/contract/limits'
import * as contract from '@papadag/contract/playdates/polls'
import { harmless, harmlessName } from '../../domain/names/harmless.ts'
import type { Db } from '../../platform/db/db.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { OwnPage } from '../../platform/http/pages/pages.ts'
import { type Sent, send } from '../../platform/http/pages/sent.ts'
import {
  doButton,
  languagesHtml,
  mainHtml,
  quietButton,
  stateHtml,
  textLink,
} from '../../platform/http/pages/state-page.ts'
import type { Sentence } from '../../platform/texts.ts'
import { words } from './page-texts.ts'
import { forVisitor, type PollForVisitor } from './queries.ts'

// Tailwind reads the class names in this file (packages/ui/src/styles.css).

type Translate = (sentence: Sentence, fill?: Record<string, string | number>) => string

export const pollPages: Sent[] = [
  send(contract.pollPage, ({ db, params, language }) => pollPage(db, params.token, language)),
]

/** The page of a poll for a visitor without a session: the times with their counts, leading to an account. */
async function pollPage(db: Db, token: string, language: Language): Promise<OwnPage> {
  const poll = await forVisitor(db, token)
  const translate: Translate = (sentence, fill = {}) =>
    sentence[language].replace(/\{(\w+)\}/g, (_, name: string) => String(fill[name] ?? ''))
  const title = translate(poll ? words.preview : words.isUnknown)
  const body = poll
    ? asked(translate, poll, language, token)
    : stateHtml({
        drawing: 'ill-404.svg',
        title: translate(words.isUnknown),
        sentence: translate(words.askAgain),
        action: `<a class="${quietButton}" href="/auth">${translate(words.toPapadag)}</a>`,
      })
  return {
    isThere: poll !== undefined,
    language,
    title,
    head: headOf(title, translate),
    body: mainHtml(body + footer(translate, language)),
  }
}

/** Other apps keep previews for ever, so these contain no typed text and no picture. */
function headOf(title: string, translate: Translate): string {
  const tags = {
    'og:site_name': 'Papadag',
    'og:type': 'website',
    'og:title': title,
    'og:description': translate(words.about),
  }
  const metas = Object.entries(tags).map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`)
  return `${metas.join('')}<meta name="robots" content="noindex"><meta name="twitter:card" content="summary">`
}

function asked(translate: Translate, poll: PollForVisitor, language: Language, token: string): string {
  const { state } = poll
  const name = poll.hostName && harmlessName(poll.hostName)
  const title = poll.title && harmless(poll.title)
  const [place, area] = [poll.place && harmless(poll.place), poll.area && harmless(poll.area)]
  const where = place || (area ? translate(words.near, { area }) : translate(words.somewhere))
  const next = encodeURIComponent(`/p/${token}`)
  const action =
    state === 'open'
      ? `<a class="${doButton}" href="/auth?tab=register&amp;next=${next}">${translate(words.answer)}</a>
         <p class="text-ink-2 text-sm">${translate(words.account)}</p>`
      : `<p>${translate(state === 'chosen' ? words.isChosen : words.isOver)}</p>
         <a class="${quietButton}" href="/auth">${translate(words.toPapadag)}</a>`
  return `<section class="card grid gap-5 rounded-kap-l bg-surface p-6 card-shadow">
    <div>
      <h1 class="break-words">${escapeHtml(name ? translate(words.askedBy, { name }) : translate(words.asked))}</h1>
      ${title ? `<p class="mt-2 break-words font-bold text-xl">${escapeHtml(title)}</p>` : ''}
      <p class="mt-2 break-words text-ink-2">${escapeHtml(where)}</p>
    </div>
    <ul class="grid gap-4">${poll.times.map(time => timeHtml(translate, time, language)).join('')}</ul>
    <div class="grid gap-3">${action}</div>
    <div class="border-line border-t-2 border-dashed pt-3">
      <a class="${textLink}" href="/auth?next=${next}">${translate(words.logIn)}</a>
    </div>
  </section>`
}

function timeHtml(translate: Translate, time: PollForVisitor['times'][number], language: Language): string {
  const { startTime, endTime, yes, maybe, no, isPast, isChosen } = time
  const counts = [
    translate(words.yes, { count: yes }),
    translate(words.maybe, { count: maybe }),
    translate(words.no, { count: no }),
  ].join(' · ')
  const remark = isChosen ? translate(words.chosen) : isPast ? translate(words.past) : undefined
  return `<li class="flex gap-4">${leafOf(startTime, language)}
    <div class="min-w-0">
      <p class="font-[650]">${timesOf(startTime, endTime, language)}</p>
      <p class="text-ink-2 text-sm">${counts}</p>
      ${remark ? `<p class="font-bold text-sm">${remark}</p>` : ''}
    </div></li>`
}

function footer(translate: Translate, language: Language): string {
  return `<footer class="mt-8 grid justify-items-center gap-3 text-center text-sm">
    <p class="max-w-[46ch] text-ink-2">${translate(words.about)}</p>
    ${languagesHtml(language, translate(words.language))}
    <p class="flex gap-x-4"><a class="${textLink}" href="/auth#privacy">${translate(words.privacy)}</a>
      <a class="${textLink}" href="/auth#rules">${translate(words.rules)}</a></p>
  </footer>`
}

// Browsers do not send their time zone, and playdates are in the Netherlands.
function format(language: Language, options: Intl.DateTimeFormatOptions, moment: string): string {
  return new Intl.DateTimeFormat(`${language}-NL`, { timeZone: productTimeZone, ...options }).format(new Date(moment))
}

const longDay = { weekday: 'long', day: 'numeric', month: 'long' } as const
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

function timesOf(startTime: string, endTime: string, language: Language) {
  const [day, lastDay] = [startTime, endTime].map(moment => format(language, longDay, moment))
  const [from, to] = [startTime, endTime].map(moment => format(language, clock, moment))
  return `${day}, ${from} – ${day === lastDay ? '' : `${lastDay} `}${to}`
}

function leafOf(startTime: string, language: Language): string {
  const part = (options: Intl.DateTimeFormatOptions) => format(language, options, startTime).replaceAll('.', '')
  const lines = [part({ weekday: 'short' }), part({ day: 'numeric' }), part({ month: 'short' })]
  return `<div class="leaf" aria-hidden="true">${lines.map(line => `<div>${line}</div>`).join('')}</div>`
}
