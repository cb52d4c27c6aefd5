/** The pages of the app and their paths (specification 2), for the web's router and the server's preload hints. */
export const pagePaths = {
  home: '/',
  playdates: '/playdates',
  places: '/places',
  'playground-map': '/playground-map',
  chat: '/chat/:id?',
  discover: '/discover',
  users: '/users',
  user: '/users/:id',
  profile: '/profile',
  notifications: '/notifications',
  'create-playdate': '/create',
  'edit-playdate': '/edit-playdate/:id',
  moderation: '/moderation',
  operations: '/beheer',
  auth: '/auth',
  invitation: '/i/:token',
  polls: '/polls/:id?',
  'poll-link': '/p/:token',
  proposals: '/proposals',
  circles: '/circles/:id?',
  'test-create': '/test-create',
  'simple-test': '/simple-test',
} as const

export type PageName = keyof typeof pagePaths

type Words = 'auth' | 'playdates' | 'map' | 'chat' | 'others'

const wordsOfPages = new Map<PageName | undefined, Words | undefined>([
  ['home', undefined],
  ['auth', 'auth'],
  ['playdates', 'playdates'],
  ['playground-map', 'map'],
  ['chat', 'chat'],
])

/** The texts that a page needs in addition to those of the shell and home, by their file name. */
export function wordsOf(page: PageName | undefined): Words | undefined {
  return wordsOfPages.has(page) ? wordsOfPages.get(page) : 'others'
}

/** A member page's first reads, which are requested while the page's code loads. */
export const firstReads: Partial<Record<PageName, readonly string[]>> = {
  home: ['/api/playdates/upcoming?order=near&limit=4', '/api/today'],
  chat: ['/api/chats'],
  // Its background waits for the address of the tiles.
  'playground-map': ['/api/env', '/api/map/0/0/0?type=playground'],
}

/** The first read of what a member page's address names. */
const namedReads: Partial<Record<PageName, string>> = {
  chat: '/api/chats/:id/messages?limit=100',
}

const patterns = Object.entries(pagePaths).map(([name, path]) => ({
  // The keys of the table above.
  name: name as PageName,
  pattern: new RegExp(
    `^${path.replace('/:id?', '(/\\d{1,10})?').replace(':id', '\\d{1,10}').replace(':token', '[\\w-]{1,100}')}/?$`,
  ),
}))

/** The page at a path; undefined for the not-found page. */
export function pageAt(path: string): PageName | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.name
}

/** The first read of what this address names, if it names something. */
export function namedReadAt(path: string): string | undefined {
  const page = pageAt(path)
  const [, id] = /\/(\d+)\/?$/.exec(path) ?? []
  return page && id && namedReads[page]?.replace(':id', id)
}
