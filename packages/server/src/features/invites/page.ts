import * as contract from '@papadag/contract/invites'
import type { Language } from '@papadag/contract/limits'
import type { MapPoint } from '@papadag/contract/places/own-map'
import { escapeHtml } from '../../platform/escape-html.ts'
import { fact, leafOf, type Translate, timesOf, translatorFor, whenOf } from '../../platform/http/pages/moments.ts'
import type { OwnPage } from '../../platform/http/pages/pages.ts'
import { type Sent, type SentCall, send } from '../../platform/http/pages/sent.ts'
import {
  doButton,
  languagesHtml,
  mainHtml,
  quietButton,
  stateHtml,
  textLink,
} from '../../platform/http/pages/state-page.ts'
import { type Maps, pointOn } from '../../platform/map/maps.ts'
import { Problem } from '../../platform/problem.ts'
import type { Sentence } from '../../platform/texts.ts'
import { type InvitedTo, invitedTo } from './invitations.ts'
import { mapHtml } from './page-map.ts'
import { words } from './page-texts.ts'
import { pictureOf } from './picture.ts'
import { previewDescription, previewInvitation, previewTitle } from './texts.ts'

// Tailwind reads the class names in this file (packages/ui/src/styles.css).

/** An invitation's page and the picture of its preview. */
export function invitePages(maps: Pick<Maps, 'current'>): Sent[] {
  return [
    send(contract.invitationPage, call => invitationPage(maps, call)),
    send(contract.invitationPicture, async ({ db, params, language }) => {
      const [, sequence] = /^(\d{1,9})\.jpg$/.exec(params.picture) ?? []
      const picture = sequence && (await pictureOf(db, params.token, Number(sequence), language))
      if (!picture) throw new Problem('invite.unknown')
      return picture
    }),
  ]
}

/** The page of an invitation for a visitor without a session, leading to an account. */
async function invitationPage(
  maps: Pick<Maps, 'current'>,
  { db, params: { token }, language, origin }: SentCall<typeof contract.invitationPage>,
): Promise<OwnPage> {
  const found = await invitedTo(db, token)
  const map = found && pointOn(maps, found.point)
  const translate = translatorFor(language)
  const kind = !found ? 'unknown' : found.state === 'cancelled' ? 'cancelled' : 'open'
  const when = found ? whenOf(found.startTime, language) : ''
  const title = kind === 'open' && found ? titleOf(translate, found, when) : translate(previewTitle[kind], { when })
  const body = !found
    ? unknown(translate)
    : found.state === 'cancelled'
      ? cancelled(translate, whenOf(found.startTime, language))
      : invited(translate, { ...found, map }, language, token)
  return {
    isThere: found !== undefined,
    language,
    title,
    head: headOf(
      { title, description: describe(translate, found, when) },
      found && `${origin}/i/${token}/${found.sequence}.jpg?language=${language}`,
    ),
    body: mainHtml(body + footer(translate, language)),
    script: map && kind === 'open' ? 'page-map' : undefined,
  }
}

/** Who invites to what, as far as the invitation reveals it. */
function titleOf(translate: Translate, { title, hostName }: InvitedTo, when: string): string {
  if (title && hostName) return translate(previewInvitation, { name: hostName, title, when })
  return title ? `${title}, ${when}` : translate(previewTitle.open, { when })
}

/** The text below the title of a preview; an invitation that nobody can accept does not ask anybody to look. */
function describe(translate: Translate, found: InvitedTo | undefined, when: string): string {
  if (!found) return translate(words.askAgain)
  if (found.state !== 'cancelled') return translate(previewDescription)
  return translate(words.wasPlanned, { when })
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

function invited(
  translate: Translate,
  found: InvitedTo & { map: MapPoint | undefined },
  language: Language,
  token: string,
): string {
  const { title, hostName, place, area, map, fathers, placesLeft, startTime, endTime } = found
  const path = `/i/${token}`
  const where = place ?? (area ? translate(words.near, { area }) : translate(words.somewhere))
  const coming = fathers === 1 ? translate(words.father) : translate(words.fathers, { count: fathers })
  const left =
    placesLeft === 0
      ? translate(words.full)
      : placesLeft === 1
        ? translate(words.placeLeft)
        : translate(words.placesLeft, { count: placesLeft })
  const { day, time } = timesOf(startTime, endTime, language)
  const register = (label: Sentence) =>
    `<a class="${doButton}" href="/auth?tab=register&amp;next=${encodeURIComponent(path)}">${translate(label)}</a>
     <p class="text-ink-2 text-sm">${translate(words.account)}</p>`
  const join =
    found.state === 'full' ? `<p>${translate(words.isFull)}</p>${register(words.wait)}` : register(words.join)
  return `<section class="card grid gap-5 rounded-kap-l bg-surface p-6 card-shadow">
    <div class="flex gap-5">${leafOf(startTime, language)}
      <div class="min-w-0">
        <h1 class="break-words">${escapeHtml(hostName ? translate(words.invitedBy, { name: hostName }) : translate(words.invited))}</h1>
        ${title ? `<p class="mt-2 break-words font-bold text-xl">${escapeHtml(title)}</p>` : ''}
        <p class="mt-2 font-[650]">${day}</p>
      </div>
    </div>
    <div class="grid gap-2">
      ${fact('clock', time)}
      ${fact('pin', escapeHtml(where))}
      ${fact('users', `${coming}, ${left}`)}
    </div>
    ${map && place ? mapHtml(map, translate(words.mapAround, { place })) : ''}
    <div class="grid gap-3">${join}</div>
    <div class="flex flex-wrap justify-between gap-x-5 border-line border-t-2 border-dashed pt-3">
      <a class="${textLink}" href="/auth?next=${encodeURIComponent(path)}">${translate(words.logIn)}</a>
      <a class="${textLink}" href="/api/invites/${token}/calendar.ics" download>${translate(words.calendar)}</a>
    </div>
  </section>`
}

function cancelled(translate: Translate, when: string): string {
  return state(translate, 'ill-leeg-afspraken.svg', translate(words.isCancelled), translate(words.wasPlanned, { when }))
}

function unknown(translate: Translate): string {
  return state(translate, 'ill-404.svg', translate(words.isUnknown), translate(words.askAgain))
}

/** The page of an invitation that nobody can accept. */
function state(translate: Translate, drawing: string, title: string, sentence: string): string {
  const action = `<a class="${quietButton}" href="/auth">${translate(words.toPapadag)}</a>`
  return stateHtml({ drawing, title, sentence, action })
}

function footer(translate: Translate, language: Language): string {
  return `<footer class="mt-8 grid justify-items-center gap-3 text-center text-sm">
    <p class="max-w-[46ch] text-ink-2">${translate(words.about)}</p>
    <a class="${textLink}" href="/kijk">${translate(words.lookAround)}</a>
    ${languagesHtml(language, translate(words.language))}
    <p class="flex gap-x-4"><a class="${textLink}" href="/auth#privacy">${translate(words.privacy)}</a>
      <a class="${textLink}" href="/auth#rules">${translate(words.rules)}</a></p>
  </footer>`
}
