import type { NewReport } from '@papadag/contract/moderation'

type Target = Pick<NewReport, 'targetType' | 'targetId'>

/** The content that one of our addresses shows to visitors: a father, a playdate or a place. */
export function targetAt(address: string): Target | undefined {
  const url = URL.parse(address.trim(), location.origin)
  if (!url) return undefined
  const father = /^\/users\/([1-9]\d{0,8})\/?$/.exec(url.pathname)?.[1]
  if (father) return { targetType: 'user', targetId: Number(father) }
  const idIn = (name: string) => Number(/^[1-9]\d{0,8}$/.exec(url.searchParams.get(name) ?? '')?.[0]) || undefined
  const [, page] = /^\/([a-z-]+)\/?$/.exec(url.pathname) ?? []
  const targetId = idIn(page === 'playground-map' ? 'place' : 'open')
  if (!targetId) return undefined
  if (page === 'playdates') return { targetType: 'playdate', targetId }
  return page === 'places' || page === 'playground-map' ? { targetType: 'place', targetId } : undefined
}
