import { type PageName, wordsOf } from '@papadag/contract/pages'
import { type ComponentType, useEffect, useReducer } from 'react'
import { loadTexts } from '../platform/language/language.ts'
import { matchRoute, type ParamsOf } from '../platform/navigation/routes.ts'

type Loader<Params> = () => Promise<{ Page: ComponentType<Params> }>

// Each page is a chunk that the server preloads by file name (see vite.config.ts).
const loaders: { [N in PageName]: Loader<ParamsOf<N>> } & { 'not-found': Loader<object> } = {
  home: () => import('../pages/home/home.tsx'),
  playdates: () => import('../pages/playdates/playdates.tsx'),
  places: () => import('../pages/places/places.tsx'),
  'playground-map': () => import('../pages/places/playground-map.tsx'),
  chat: () => import('../pages/chat/chat.tsx'),
  discover: () => import('../pages/people/discover.tsx'),
  users: () => import('../pages/people/users.tsx'),
  user: () => import('../pages/people/user.tsx'),
  profile: () => import('../pages/people/profile.tsx'),
  notifications: () => import('../pages/notifications/notifications.tsx'),
  'create-playdate': () => import('../pages/playdates/create-playdate.tsx'),
  'edit-playdate': () => import('../pages/playdates/edit-playdate.tsx'),
  moderation: () => import('../pages/moderation.tsx'),
  operations: () => import('../pages/operations.tsx'),
  auth: () => import('../pages/auth.tsx'),
  invitation: () => import('../pages/invitation.tsx'),
  polls: () => import('../pages/polls/polls.tsx'),
  'poll-link': () => import('../pages/polls/poll-link.tsx'),
  proposals: () => import('../pages/playdates/proposals.tsx'),
  circles: () => import('../pages/circles/circles.tsx'),
  'test-create': () => import('../pages/test-pages/test-create.tsx'),
  'simple-test': () => import('../pages/test-pages/simple-test.tsx'),
  'not-found': () => import('../pages/not-found.tsx'),
}

export type LoadedName = keyof typeof loaders
/** A page for any route; it receives the id in its address, if any, checked by `matchRoute`. */
export type AnyPage = ComponentType<{ id?: number }>

/** A page whose state can be read without waiting. */
type PagePromise = Promise<AnyPage> & { status?: 'fulfilled' | 'rejected'; value?: AnyPage; reason?: unknown }

// By loader, since several routes may share a page.
const pages = new Map<unknown, PagePromise>()

/** The code of a page, loaded once. */
function loadPage(name: LoadedName): PagePromise {
  const loader = loaders[name]
  const known = pages.get(loader)
  if (known) return known
  const promise: PagePromise = fetchPage(name)
  pages.set(loader, promise)
  promise.then(
    value => Object.assign(promise, { status: 'fulfilled', value }),
    // A failure is kept until the user retries; otherwise React would wait for one failing attempt after another.
    reason => Object.assign(promise, { status: 'rejected', reason }),
  )
  return promise
}

/**
 * The code of a page; undefined while it loads. With `use` and `Suspense`, React would show the spinner for at least
 * 300 ms, even if the page has already loaded.
 */
export function usePage(name: LoadedName): AnyPage | undefined {
  const page = loadPage(name)
  const { value } = page
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    if (value) return
    let isWanted = true
    const settle = () => isWanted && renderAgain()
    page.then(settle, settle)
    return () => {
      isWanted = false
    }
  }, [page, value])
  if (page.status === 'rejected') throw page.reason
  return value
}

/** Before a retry: pages whose code failed to load are loaded again. */
export function forgetFailedPages() {
  for (const [loader, { status }] of pages) if (status === 'rejected') pages.delete(loader)
}

export const pageLoader = {
  async preload(path: string) {
    const loader = loaders[nameAt(path)]
    if (pages.get(loader)?.status === 'rejected') pages.delete(loader)
    // The screen itself shows why it failed.
    await loadPage(nameAt(path)).catch(() => {})
  },
  isLoaded: (path: string) => pages.get(loaders[nameAt(path)])?.status === 'fulfilled',
}

function nameAt(path: string): LoadedName {
  return matchRoute(path)?.name ?? 'not-found'
}

async function fetchPage(name: LoadedName) {
  const words = wordsOf(name === 'not-found' ? undefined : name)
  const [{ Page }] = await Promise.all([loaders[name](), words && loadTexts(words)])
  // The compiler has checked each page against its own route; here they share one type.
  return Page as AnyPage
}
