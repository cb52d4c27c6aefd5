import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { limits } from '@papadag/contract/limits'
import { type PageName, pageAt, pagePaths } from '@papadag/contract/pages'
import { keptInvitation } from '../session/kept-invitation.ts'

type Entry = {
  /** For members only, visitors only (members are redirected), or anybody. */
  access: 'member' | 'visitor' | 'public'
  title: MessageDescriptor
}

/** The access and title of each screen (specification 2); paths are in the contract. */
export const routes = {
  home: { access: 'member', title: msg`Home` },
  playdates: { access: 'member', title: msg`Playdates` },
  places: { access: 'member', title: msg`Places for Kids` },
  'playground-map': { access: 'member', title: msg`Playground Map` },
  chat: { access: 'member', title: msg`Chat` },
  discover: { access: 'member', title: msg`Discover more dads` },
  users: { access: 'member', title: msg`Discover dads` },
  user: { access: 'member', title: msg`Profile` },
  profile: { access: 'member', title: msg`My profile` },
  notifications: { access: 'member', title: msg`Notifications` },
  'create-playdate': { access: 'member', title: msg`New Playdate` },
  'edit-playdate': { access: 'member', title: msg`Edit playdate` },
  moderation: { access: 'member', title: msg`Moderation` },
  operations: { access: 'member', title: msg`Operations` },
  auth: { access: 'visitor', title: msg`Log in` },
  invitation: { access: 'member', title: msg`Invitation` },
  polls: { access: 'member', title: msg`Which day suits everybody?` },
  'poll-link': { access: 'member', title: msg`Which day suits everybody?` },
  proposals: { access: 'member', title: msg`Papadag proposes` },
  circles: { access: 'member', title: msg`Chat` },
  'test-create': { access: 'public', title: msg`Test: create a playdate` },
  'simple-test': { access: 'public', title: msg`Test: simple form` },
} as const satisfies Record<PageName, Entry>

type PathOf<N extends PageName> = (typeof pagePaths)[N]
/** Props of a page from its address. */
export type ParamsOf<N extends PageName> =
  PathOf<N> extends `${string}/:id` ? { id: number } : PathOf<N> extends `${string}/:id?` ? { id?: number } : object
export type Match = { name: PageName; id: number | undefined }

/** The screen at a path; undefined for the not-found page. */
export function matchRoute(path: string): Match | undefined {
  const name = pageAt(path)
  const [, digits] = /\/(\d+)\/?$/.exec(path) ?? []
  const id = digits === undefined ? undefined : Number(digits)
  if (name && isSwitchedOff(name)) return undefined
  return name && (id === undefined || (id > 0 && id <= limits.idMax)) ? { name, id } : undefined
}

/** Whether the developer pages are off, as noted by the server in the HTML (decision S11). */
function isSwitchedOff(name: PageName) {
  if (name !== 'test-create' && name !== 'simple-test') return false
  return document.querySelector('meta[name="developer-pages"][content="off"]') !== null
}

type Query = Record<string, string>

/** The address of a screen: `pathTo('edit-playdate', { id: 7 })`. */
export function pathTo<N extends PageName>(
  name: N,
  ...[params, query]: ParamsOf<N> extends { id: number }
    ? [params: { id: number }, query?: Query]
    : [params?: { [K in keyof ParamsOf<N>]: ParamsOf<N>[K] }, query?: Query]
): string {
  const { id }: { id?: number | undefined } = params ?? {}
  const path = pagePaths[name].replace(/\/:id\??/, id === undefined ? '' : `/${id}`)
  return query ? `${path}?${new URLSearchParams(query)}` : path
}

/** The destination after logging in: a path of this site, the remembered invitation, or home (decision R4). */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  // Browsers ignore tabs and line breaks in addresses, so these could hide a second slash.
  const isOurs = /^\/(?![/\\])[^\t\n\r]*$/.test(next) && matchRoute(next.split(/[?#]/)[0] ?? '')?.name !== 'auth'
  return isOurs ? next : (keptInvitation() ?? '/')
}

export type Section = 'home' | 'playdates' | 'places' | 'map' | 'discover' | 'chat'

/** The navigation item of a path; specification 2. */
export function sectionOf(path: string): Section | undefined {
  if (path.includes('places')) return 'places'
  if (path.includes('chat')) return 'chat'
  switch (matchRoute(path)?.name) {
    case 'home':
      return 'home'
    case 'playdates':
    case 'create-playdate':
    case 'edit-playdate':
    case 'polls':
    case 'proposals':
      return 'playdates'
    case 'circles':
      return 'chat'
    case 'playground-map':
      return 'map'
    case 'discover':
    case 'users':
    case 'user':
      return 'discover'
    default:
      return undefined
  }
}
