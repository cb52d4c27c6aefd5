import { pagePaths } from '@papadag/contract/pages'

const settings = ['', '&section=days', '&section=notifications', '&section=privacy', '&section=account']

/** Each screen of a member who made this playdate; no two of the same path in a row, so that each is drawn anew. */
export function screensOfMember(playdateId: number): string[] {
  const paths = Object.values(pagePaths)
    .filter(path => path !== pagePaths.auth)
    .map(path => path.replace(/:id\??/, String(playdateId)))
  return [
    ...paths,
    ...settings.map(section => `/profile?tab=settings${section}`),
    `/playdates?open=${playdateId}`,
    '/profile?mode=edit',
  ]
}

export const screensOfVisitor = ['/auth', '/test-create', '/auth?tab=register', '/simple-test', '/not-there']
