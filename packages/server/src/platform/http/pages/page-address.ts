import { pagePaths } from '@papadag/contract/pages'
import { methodAndPath } from '@papadag/contract/route'
import type { ServerPage } from './server-pages.ts'

/** The first part of a path, such as `i` of `/i/:token`. */
const firstOf = (path: string) => path.split('/')[1] ?? ''

/**
 * Finds the one address of a page, since a link may arrive with another case or a slash at its end: programs and people
 * add them. Tokens stay as they are, and so does every address of something else.
 */
export function createPageAddress(serverPages: readonly Pick<ServerPage, 'route'>[]): (url: string) => string {
  const pages = new Set(
    [...Object.values(pagePaths), ...serverPages.map(({ route }) => methodAndPath(route.at).path)].map(firstOf),
  )
  pages.delete('')
  return url => {
    const [path = '', ...query] = url.split('?')
    const [, first = '', ...rest] = path.split('/')
    const page = first.toLowerCase()
    if (!pages.has(page)) return url
    while (rest.at(-1) === '') rest.pop()
    return [`/${[page, ...rest].join('/')}`, ...query].join('?')
  }
}
