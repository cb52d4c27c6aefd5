import type { PageName } from '@papadag/contract/pages'
import type { ComponentType } from 'react'
import { loadOtherTexts } from '../platform/language.ts'
import { matchRoute, type ParamsOf } from '../platform/routes.ts'

type Loader<Params> = () => Promise<{ Page: ComponentType<Params> }>

// One chunk each; the server preloads it by the name of its file (see vite.config.ts).
const loaders: { [N in PageName]: Loader<ParamsOf<N>> } & { 'not-found': Loader<object> } = {
  home: () => import('../pages/home.tsx'),
  playdates: () => import('../pages/playdates.tsx'),
  places: () => import('../pages/places.tsx'),
  'playground-map': () => import('../pages/playground-map.tsx'),
  chat: () => import('../pages/chat.tsx'),
  discover: () => import('../pages/discover.tsx'),
  users: () => import('../pages/users.tsx'),
  user: () => import('../pages/user.tsx'),
  profile: () => import('../pages/profile.tsx'),
  notifications: () => import('../pages/notifications.tsx'),
  'create-playdate': () => import('../pages/create-playdate.tsx'),
  'edit-playdate': () => import('../pages/edit-playdate.tsx'),
  moderation: () => import('../pages/moderation.tsx'),
  auth: () => import('../pages/auth.tsx'),
  invitation: () => import('../pages/invitation.tsx'),
  'test-create': () => import('../pages/test-create.tsx'),
  'simple-test': () => import('../pages/simple-test.tsx'),
  'not-found': () => import('../pages/not-found.tsx'),
}

type LoadedName = keyof typeof loaders
/** A page of any route: it takes the id of its address where there is one, which `matchRoute` has seen to. */
export type AnyPage = ComponentType<{ id?: number }>

/** `status` and what belongs to it are how React's `use` sees that there is nothing to wait for. */
type PagePromise = Promise<AnyPage> & { status?: 'fulfilled' | 'rejected'; value?: AnyPage; reason?: unknown }

// By loader, since several routes may share a page.
const pages = new Map<unknown, PagePromise>()

/** The code of a page, fetched once. */
export function loadPage(name: LoadedName): Promise<AnyPage> {
  const loader = loaders[name]
  const known = pages.get(loader)
  if (known) return known
  const promise: PagePromise = fetchPage(name)
  pages.set(loader, promise)
  promise.then(
    value => Object.assign(promise, { status: 'fulfilled', value }),
    // It stays until somebody tries again: React would otherwise wait for one failing attempt after another.
    reason => Object.assign(promise, { status: 'rejected', reason }),
  )
  return promise
}

/** Before another attempt: pages whose code could not be had are fetched anew. */
export function forgetFailedPages() {
  for (const [loader, { status }] of pages) if (status === 'rejected') pages.delete(loader)
}

export const pageLoader = {
  preload: (path: string) => void loadPage(nameAt(path)),
  isLoaded: (path: string) => pages.get(loaders[nameAt(path)])?.status === 'fulfilled',
}

function nameAt(path: string): LoadedName {
  return matchRoute(path)?.name ?? 'not-found'
}

async function fetchPage(name: LoadedName) {
  const [{ Page }] = await Promise.all([loaders[name](), name === 'home' ? undefined : loadOtherTexts()])
  // The compiler has checked each page against its own route; here they are all alike.
  return Page as AnyPage
}
