import type { NewReport } from '@papadag/contract/moderation'

type Target = Pick<NewReport, 'targetType' | 'targetId'>

/** What an address of ours shows that somebody without an account can know: a father, a playdate or a place. */
export function targetAt(address: string): Target | undefined {
  const url = URL.parse(address.trim(), location.origin)
  if (!url) return undefined
  const father = /^\/users\/([1-9]\d{0,8})\/?$/.exec(url.pathname)?.[1]
  if (father) return { targetType: 'user', targetId: Number(father) }
  const open = Number(/^[1-9]\d{0,8}$/.exec(url.searchParams.get('open') ?? '')?.[0])
  if (!open) return undefined
  if (/^\/playdates\/?$/.test(url.pathname)) return { targetType: 'playdate', targetId: open }
  if (/^\/(places|playground-map)\/?$/.test(url.pathname)) return { targetType: 'place', targetId: open }
  return undefined
}
