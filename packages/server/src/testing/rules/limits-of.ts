import type { Server } from '../../app/server.ts'

/** How often a member or an address may make each call whose path matches: `60 in 3600 s`. */
export function limitsOf(server: Server, like: RegExp): Record<string, string[]> {
  const limited = server.served.flatMap(({ route, options: { limit, visitorLimit } }) =>
    limit || visitorLimit ? [{ at: route.at, limits: [limit, visitorLimit].filter(one => one !== undefined) }] : [],
  )
  return Object.fromEntries(
    limited
      .filter(({ at }) => like.test(at))
      .map(({ at, limits }) => [
        at,
        limits.flatMap(({ windows }) => windows.map(({ times, seconds }) => `${times} in ${seconds} s`)),
      ]),
  )
}
