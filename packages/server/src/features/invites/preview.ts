import { type Language, productTimeZone } from '@papadag/contract/limits'
import type { Db } from '../../platform/db/db.ts'
import { invitedTo } from './invitations.ts'
import { previewDescription, previewTitle } from './texts.ts'

/** What stands in the head of the page of an invitation: previews in chats read that, and no script. */
export interface InvitationHead {
  isThere: boolean
  html: string
}

/** Nothing in it is typed by a person, since previews are kept for ever. */
export async function invitationHead(
  db: Db,
  token: string,
  language: Language,
  origin: string,
): Promise<InvitationHead> {
  const found = await invitedTo(db, token)
  const when = found && whenOf(found.startTime, language)
  const kind = !found ? 'unknown' : found.state === 'cancelled' ? 'cancelled' : 'open'
  const tags = {
    'og:site_name': 'Papadag',
    'og:type': 'website',
    'og:title': previewTitle[kind][language].replace('{when}', when ?? ''),
    'og:description': previewDescription[language],
    ...(found && {
      'og:image': `${origin}/i/${token}/${found.sequence}.jpg?language=${language}`,
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
    }),
  }
  const metas = Object.entries(tags).map(([name, value]) => `<meta property="${name}" content="${value}">`)
  const more = ['<meta name="robots" content="noindex">', '<meta name="twitter:card" content="summary_large_image">']
  return { isThere: found !== undefined, html: [...metas, ...more].join('') }
}

function whenOf(startTime: string, language: Language): string {
  return new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: productTimeZone,
  }).format(new Date(startTime))
}
