import type { ComponentType } from 'react'
import { matchRoute, type ParamsOf, type RouteName } from '../platform/routes.ts'

type Loader<Params> = () => Promise<{ Page: ComponentType<Params> }>

const comingSoon = () => import('../pages/coming-soon.tsx')

// One chunk each; the server preloads it by the name of its file (see vite.config.ts).
const loaders: { [N in RouteName]: Loader<ParamsOf<N>> } & { notFound: Loader<object> } = {
  home: () => import('../pages/home.tsx'),
  playdates: () => import('../pages/playdates.tsx'),
  places: comingSoon,
  map: comingSoon,
  chat: comingSoon,
  openChat: comingSoon,
  discover: comingSoon,
  users: comingSoon,
  user: comingSoon,
  profile: comingSoon,
  createPlaydate: () => import('../pages/create-playdate.tsx'),
  editPlaydate: () => import('../pages/edit-playdate.tsx'),
  auth: () => import('../pages/auth.tsx'),
  testCreate: () => import('../pages/test-create.tsx'),
  simpleTest: () => import('../pages/simple-test.tsx'),
  notFound: () => import('../pages/not-found.tsx'),
}

type PageName = keyof typeof loaders
/** A page of any route: it takes the id of its address where there is one, which `matchRoute` has seen to. */
export type AnyPage = ComponentType<{ id?: number }>

const loaded = new Map<PageName, AnyPage>()
const loading = new Map<PageName, Promise<AnyPage>>()

/** Thrown when the code of a page cannot be had: no network, or a newer version of the app is out. */
export class PageUnavailable extends Error {
  override readonly name = 'PageUnavailable'
}

/** The page if its code is here, else the promise of it. */
export function loadPage(name: PageName): AnyPage | Promise<AnyPage> {
  return loaded.get(name) ?? loading.get(name) ?? start(name)
}

export const pageLoader = {
  preload(path: string) {
    // A page that cannot be had is said so when somebody really goes there.
    Promise.resolve(loadPage(nameAt(path))).catch(() => {})
  },
  isLoaded: (path: string) => loaded.has(nameAt(path)),
}

function nameAt(path: string): PageName {
  return matchRoute(path)?.name ?? 'notFound'
}

function start(name: PageName) {
  const promise = fetchPage(name)
  loading.set(name, promise)
  return promise
}

async function fetchPage(name: PageName) {
  try {
    const { Page } = await loaders[name]()
    // The compiler has checked each page against its own route; here they are all alike.
    loaded.set(name, Page as AnyPage)
    return Page as AnyPage
  } catch (cause) {
    loading.delete(name)
    throw new PageUnavailable(name, { cause })
  }
}
