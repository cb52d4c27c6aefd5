import type { Language } from '@papadag/contract/limits'
import type { Db } from '../../platform/db/db.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { fact, leafOf, type Say, sayIn, timesOf, whenOf } from '../../platform/http/pages/moments.ts'
import type { OwnPage } from '../../platform/http/pages/pages.ts'
import {
  doButton,
  languagesHtml,
  mainHtml,
  quietButton,
  stateHtml,
  textLink,
} from '../../platform/http/pages/state-page.ts'
import type { Sentence } from '../../platform/texts.ts'
import { type InvitedTo, invitedTo } from './invitations.ts'
import { words } from './page-texts.ts'
import { previewDescription, previewInvitation, previewTitle } from './texts.ts'

// Tailwind reads the class names in this file (packages/ui/src/styles.css).

/** The page of an invitation for a visitor without a session, leading to an account. */
export async function invitationPage(db: Db, token: string, language: Language, origin: string): Promise<OwnPage> {
  const found = await invitedTo(db, token)
  const say = sayIn(language)
  const kind = !found ? 'unknown' : found.state === 'cancelled' ? 'cancelled' : 'open'
  const when = found ? whenOf(found.startTime, language) : ''
  const title = kind === 'open' && found ? titleOf(say, found, when) : say(previewTitle[kind], { when })
  const body = !found
    ? unknown(say)
    : found.state === 'cancelled'
      ? cancelled(say, whenOf(found.startTime, language))
      : invited(say, found, language, token)
  return {
    isThere: found !== undefined,
    language,
    title,
    head: headOf(
      { title, description: describe(say, found, when) },
      found && `${origin}/i/${token}/${found.sequence}.jpg?language=${language}`,
    ),
    body: mainHtml(body + footer(say, language)),
  }
}

/** Who invites to what, as far as the invitation reveals it. */
function titleOf(say: Say, { title, hostName }: InvitedTo, when: string): string {
  if (title && hostName) return say(previewInvitation, { name: hostName, title, when })
  return title ? `${title}, ${when}` : say(previewTitle.open, { when })
}

/** The text below the title of a preview; an invitation that nobody can accept does not ask anybody to look. */
function describe(say: Say, found: InvitedTo | undefined, when: string): string {
  if (!found) return say(words.askAgain)
  if (found.state !== 'cancelled') return say(previewDescription)
  return say(words.wasPlanned, { when })
}

/**
 * The tags for previews in chats: other apps keep them for ever, so the only text typed by members is the title, as far
 * as it is shown.
 */
function headOf({ title, description }: { title: string; description: string }, picture: string | undefined): string {
  const tags = {
    'og:site_name': 'Papadag',
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    ...(picture && {
      'og:image': picture,
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
    }),
  }
  const metas = Object.entries(tags).map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`)
  return `${metas.join('')}<meta name="robots" content="noindex"><meta name="twitter:card" content="summary_large_image">`
}

function invited(say: Say, found: InvitedTo, language: Language, token: string): string {
  const { title, hostName, place, area, fathers, placesLeft, startTime, endTime } = found
  const path = `/i/${token}`
  const where = place ?? (area ? say(words.near, { area }) : say(words.somewhere))
  const coming = fathers === 1 ? say(words.father) : say(words.fathers, { count: fathers })
  const left =
    placesLeft === 0
      ? say(words.full)
      : placesLeft === 1
        ? say(words.placeLeft)
        : say(words.placesLeft, { count: placesLeft })
  const { day, time } = timesOf(startTime, endTime, language)
  const register = (label: Sentence) =>
    `<a class="${doButton}" href="/auth?tab=register&amp;next=${encodeURIComponent(path)}">${say(label)}</a>
     <p class="text-ink-2 text-sm">${say(words.account)}</p>`
  const join = found.state === 'full' ? `<p>${say(words.isFull)}</p>${register(words.wait)}` : register(words.join)
  return `<section class="card grid gap-5 rounded-kap-l bg-surface p-6 card-shadow">
    <div class="flex gap-5">${leafOf(startTime, language)}
      <div class="min-w-0">
        <h1 class="break-words">${escapeHtml(hostName ? say(words.invitedBy, { name: hostName }) : say(words.invited))}</h1>
        ${title ? `<p class="mt-2 break-words font-bold text-xl">${escapeHtml(title)}</p>` : ''}
        <p class="mt-2 font-[650]">${day}</p>
      </div>
    </div>
    <div class="grid gap-2">
      ${fact('clock', time)}
      ${fact('pin', escapeHtml(where))}
      ${fact('users', `${coming}, ${left}`)}
    </div>
    <div class="grid gap-3">${join}</div>
    <div class="flex flex-wrap justify-between gap-x-5 border-line border-t-2 border-dashed pt-3">
      <a class="${textLink}" href="/auth?next=${encodeURIComponent(path)}">${say(words.logIn)}</a>
      <a class="${textLink}" href="/api/invites/${token}/calendar.ics" download>${say(words.calendar)}</a>
    </div>
  </section>`
}

function cancelled(say: Say, when: string): string {
  return state(say, 'ill-leeg-afspraken.svg', say(words.isCancelled), say(words.wasPlanned, { when }))
}

function unknown(say: Say): string {
  return state(say, 'ill-404.svg', say(words.isUnknown), say(words.askAgain))
}

/** The page of an invitation that nobody can accept. */
function state(say: Say, drawing: string, title: string, sentence: string): string {
  const action = `<a class="${quietButton}" href="/auth">${say(words.toPapadag)}</a>`
  return stateHtml({ drawing, title, sentence, action })
}

function footer(say: Say, language: Language): string {
  return `<footer class="mt-8 grid justify-items-center gap-3 text-center text-sm">
    <p class="max-w-[46ch] text-ink-2">${say(words.about)}</p>
    <a class="${textLink}" href="/kijk">${say(words.lookAround)}</a>
    ${languagesHtml(language, say(words.language))}
    <p class="flex gap-x-4"><a class="${textLink}" href="/auth#privacy">${say(words.privacy)}</a>
      <a class="${textLink}" href="/auth#rules">${say(words.rules)}</a></p>
  </footer>`
}
