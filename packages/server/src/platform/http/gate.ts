import type { IncomingMessage } from 'node:http'
import { methodAndPath } from '@papadag/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Tell } from '../db/db.ts'
import type { Live } from '../live/live.ts'
import type { Writer } from '../live/watching/announcer.ts'
import { Problem } from '../problem.ts'
import { minute, type RateLimit, type RateLimiter } from '../rate-limits.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Visitor } from './address.ts'
import type { Cookies } from './cookies.ts'
import { paramsReader } from './requests/request-parts.ts'
import { type Member, type Served, turnAt, turnOf } from './serve.ts'

/** The gate's findings about a request, for its handler. */
export interface Caller {
  /** The database, in this caller's turns. */
  db: Db
  member: Member | undefined
  visitor: Visitor
  params: Record<string, string | number>
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

export interface GateParts {
  db: Db
  sessions: Sessions
  limiter: RateLimiter
  live: Pick<Live, 'announce' | 'wasTold'>
  cookies: Cookies
  visitorOf(request: IncomingMessage): Visitor
  /** Whether the disk is so full that writes are refused. */
  hasNoRoom(): boolean
  /** Whether moderators have hidden this member: then he may call only routes marked `isForHidden`. */
  isHidden(db: Db, memberId: number): Promise<boolean>
}

const perUser: RateLimit = { name: 'api-user', windows: [{ times: 600, seconds: minute }] }
const perAddress: RateLimit = { name: 'api-address', windows: [{ times: 1200, seconds: minute }] }

export const changing: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Makes every check that needs no body: cross-site, login, limits, existence and permission. */
export function createGate({ db, sessions, limiter, live, cookies, visitorOf, hasNoRoom, isHidden }: GateParts) {
  /** Logs a remembered device in again, or makes it forget what is not accepted any more. */
  async function startByDevice(deviceToken: string, who: string, request: FastifyRequest, reply: FastifyReply) {
    const started = await sessions.startByDevice(deviceToken, { userAgent: request.headers['user-agent'], who })
    if (!started) {
      cookies.clearDevice(reply)
      return undefined
    }
    cookies.setSession(reply, started.token)
    if (started.deviceToken) cookies.setDevice(reply, started.deviceToken)
    cookies.setCrossSiteToken(reply, started.member.sessionId)
    return started.member
  }

  return ({ route, options }: Served) => {
    const { method } = methodAndPath(route.at)
    const readParams = paramsReader(route)
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const visitor = visitorOf(request.raw)
      const place = turnAt(visitor)
      const tell: Tell = changes => live.announce(changes, writerOf(request))
      const caller: Caller = { db: db.for(place, tell), member: undefined, visitor, params: {} }
      request.caller = caller
      await limiter.consume(perAddress, visitor)

      // Deleting frees space.
      if (changing.has(method) && method !== 'DELETE' && hasNoRoom()) throw new Problem('server.full')
      // A probe needs the session only to bind the cross-site token of a browser that has none yet.
      if (options.isProbe && cookies.hasCrossSiteToken(request)) return
      const [token, deviceToken] = [cookies.sessionToken(request.cookies), cookies.deviceToken(request.cookies)]
      const found = token ? await sessions.find(token, place, deviceToken) : undefined
      // A refusal names him too.
      caller.member = found
      // Before a device starts another session, to which the page's token does not belong yet.
      if (changing.has(method) && !route.needsNoToken) cookies.checkCrossSite(request, found)
      const member = found ?? ((deviceToken && (await startByDevice(deviceToken, place, request, reply))) || undefined)
      caller.member = member
      if (member) caller.db = db.for(turnOf(member), tell)
      if (!changing.has(method)) cookies.renewCrossSiteToken(request, reply, member?.sessionId)
      if (route.access === 'member' && !member) throw new Problem('auth.required')
      if (member) {
        // Others caused this repeated read.
        const isRepeat = method === 'GET' && live.wasTold(member.id, request.url)
        if (!isRepeat) await limiter.consume(perUser, member.id)
        else await limiter.giveBack(perAddress, visitor)
        if (options.limit && !isRepeat) await limiter.consume(options.limit, member.id)
      }
      // A session does not lift a limit per address, unless a limit per member takes its place.
      if (options.visitorLimit && !(member && options.limit)) await limiter.consume(options.visitorLimit, visitor)

      const mayBeHidden = route.isForHidden || options.refusesHidden
      if (changing.has(method) && !mayBeHidden && member && (await isHidden(caller.db, member.id))) {
        throw new Problem('user.stopped')
      }

      // The router fills `params` with text only.
      const params = readParams(request.params as Record<string, string>)
      if (!params) throw new Problem(route.errors?.find(code => code.endsWith('.unknown')) ?? 'request.unknownPath')
      caller.params = params
      // `access` was checked above: a member route has its member.
      await options.allow?.({ db: caller.db, params, member } as Parameters<NonNullable<typeof options.allow>>[0])
    }
  }
}

/** The writing user and his tab. */
export function writerOf({ caller, headers }: FastifyRequest): Writer {
  const tab = headers['x-tab-id']
  return { userId: caller?.member?.id, tab: typeof tab === 'string' ? tab : undefined }
}
