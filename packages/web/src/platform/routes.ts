import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

type Entry = {
  path: string
  /** Members only, visitors only (a member is sent on), or anybody. */
  access: 'member' | 'visitor' | 'public'
  title: MessageDescriptor
}

/** The screens and who may open them; specification 2. An `:id` is a number. */
export const routes = {
  home: { path: '/', access: 'member', title: msg`Home` },
  playdates: { path: '/playdates', access: 'member', title: msg`Playdates` },
  places: { path: '/places', access: 'member', title: msg`Places for Kids` },
  map: { path: '/playground-map', access: 'member', title: msg`Playground Map` },
  chat: { path: '/chat', access: 'member', title: msg`Chat` },
  openChat: { path: '/chat/:id', access: 'member', title: msg`Chat` },
  discover: { path: '/discover', access: 'member', title: msg`Discover more dads` },
  users: { path: '/users', access: 'member', title: msg`Discover more dads` },
  user: { path: '/users/:id', access: 'member', title: msg`Profile` },
  profile: { path: '/profile', access: 'member', title: msg`My profile` },
  createPlaydate: { path: '/create', access: 'member', title: msg`New playdate` },
  editPlaydate: { path: '/edit-playdate/:id', access: 'member', title: msg`Edit playdate` },
  auth: { path: '/auth', access: 'visitor', title: msg`Log in` },
  testCreate: { path: '/test-create', access: 'public', title: msg`Test: create a playdate` },
  simpleTest: { path: '/simple-test', access: 'public', title: msg`Test: simple form` },
} as const satisfies Record<string, Entry>

export type RouteName = keyof typeof routes
export type ParamsOf<N extends RouteName> = (typeof routes)[N]['path'] extends `${string}:id` ? { id: number } : object
export type Match = { name: RouteName; id: number | undefined }

const maxId = 2_147_483_647

/** The screen at a path; undefined for the not-found page. */
export function matchRoute(path: string): Match | undefined {
  const [, start = '/', digits] = /^(\/.*?)(?:\/(\d{1,10}))?\/?$/.exec(path) ?? []
  const id = digits === undefined ? undefined : Number(digits)
  if (id !== undefined && (id < 1 || id > maxId)) return undefined
  const pattern = id === undefined ? start : `${start}/:id`
  // Object.keys loses the names' type.
  const name = (Object.keys(routes) as RouteName[]).find(key => routes[key].path === pattern)
  return name && { name, id }
}

/** The address of a screen: `pathTo('editPlaydate', { id: 7 })`. */
export function pathTo<N extends RouteName>(
  name: N,
  ...[params, query]: ParamsOf<N> extends { id: number }
    ? [params: { id: number }, query?: Record<string, string>]
    : [params?: Record<string, never>, query?: Record<string, string>]
): string {
  const path = routes[name].path.replace(':id', String(params?.id))
  return query ? `${path}?${new URLSearchParams(query)}` : path
}

/** Where to go after signing in: a path of this site, or home (decision R4). */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  return /^\/(?![/\\])/.test(next) && matchRoute(next.split(/[?#]/)[0] ?? '')?.name !== 'auth' ? next : '/'
}

export type Section = 'home' | 'playdates' | 'places' | 'map' | 'discover' | 'chat'

/** The item of the navigation that a path belongs to; specification 2. */
export function sectionOf(path: string): Section | undefined {
  if (path.includes('places')) return 'places'
  if (path.includes('chat')) return 'chat'
  switch (matchRoute(path)?.name) {
    case 'home':
      return 'home'
    case 'playdates':
    case 'createPlaydate':
    case 'editPlaydate':
      return 'playdates'
    case 'map':
      return 'map'
    case 'discover':
    case 'users':
    case 'user':
      return 'discover'
    default:
      return undefined
  }
}
