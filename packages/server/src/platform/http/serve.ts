import type { Language } from '@papadag/contract/limits'
import type { Body, Form, Params, Query, Reply, Route } from '@papadag/contract/route'
import type { Db, Sql } from '../db/db.ts'
import type { JsonText } from '../db/json.ts'
import type { Shows } from '../live/watching/shows.ts'
import type { RateLimit } from '../rate-limits.ts'
import type { Visitor } from './address.ts'

/** A signed-in user, known by his request's session. */
export interface Member {
  id: number
  sessionId: number
}

/** The key of a member's turns, for HTTP and sockets alike. */
export const turnOf = ({ id }: Pick<Member, 'id'>): string => `user ${id}`

/**
 * The key of the turns shared by everybody in a network whose user is not known, since all of it may be one visitor.
 */
export const turnAt = ({ network }: Pick<Visitor, 'network'>): string => `network ${network}`

export interface SessionStart {
  /** The hash of the password the user has just given: no session is started unless it still is the account's. */
  provenHash?: string | undefined
  /** The passkey that opens it, with which it ends. */
  passkeyId?: number | undefined
  /**
   * Writes that belong to the statement that starts the session; they read the user's `id` from `admitted`, which is
   * empty for a refused one.
   */
  also?: readonly Sql[] | undefined
  /**
   * Whether the browser stays logged in when the session ends (safety S11a); `asBefore`: as with the session of the same
   * user that this one replaces.
   */
  remember?: boolean | 'asBefore' | undefined
}

/** Starts and ends the caller's session, for login, registration and logout. */
export interface SessionControl {
  /** Starts a session for this user in place of the request's own, and sets its cookies. */
  start(userId: number, beginning?: SessionStart): Promise<void>
  /** Ends the request's session, if it has one, and clears its cookie. */
  end(): Promise<void>
}

/** What a browser begins that ends with a session; each has a cookie of its own. */
export type LoginStep = 'code' | 'passkey' | 'handover'

/** Binds the steps of a login to the browser that began it, so that nobody can be talked into a stranger's. */
export interface BrowserControl {
  /** The name by which it introduces itself. */
  userAgent: string | undefined
  /** The secret that it was given for this step, if it still has it. */
  secretFor(step: LoginStep): string | undefined
  /** Gives it a new one for this many seconds. */
  bind(step: LoginStep, seconds: number): string
  /** The same, or the one that it has, for what begins in several tabs at once. */
  keep(step: LoginStep, seconds: number): string
  release(step: LoginStep): void
}

/** A handler's view of the request: its parsed parts and the caller, never the request itself. */
export interface Call<R extends Route> {
  db: Db
  params: Params<R>
  query: Query<R>
  body: Body<R>
  /** The requested part of a paged list. */
  page: R extends { answers: 'list' } ? Page : undefined
  /** The picture of a multipart call, at most `limits.imageBytes` long; its type is not checked yet. */
  file: R extends { sends: 'optionalPicture' }
    ? Buffer | undefined
    : R extends { sends: 'picture' }
      ? Buffer
      : undefined
  /** The text fields of a multipart call. */
  form: Form<R>
  member: R['access'] extends 'member' ? Member : Member | undefined
  session: SessionControl
  browser: BrowserControl
  language: Language
  /** A success status other than the route's, for something that already existed. */
  answerWith(status: 200): void
  /** Runs the part of the work that may happen once per `Idempotency-Key`, in a transaction; for `isOnceInside`. */
  once<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * The name under which to store something: the given one, or with an `Idempotency-Key` that of the first call with
   * it.
   */
  nameFor(name: string | undefined): Promise<string | undefined>
  /** The caller's address; loopback callers skip limits per address (safety S31). */
  visitor: Visitor
  /** The public address of this server, `https://papadag.example`; for links in mails and messages. */
  origin: string
}

/** The requested part of a list, and how the handler refers to the next one. */
export interface Page {
  /** The most items to return. */
  limit: number
  /** The end of the previous page, as written by its handler. */
  cursor: string | undefined
  /** Puts the next page into the `Link` header. */
  more(cursor: string): void
}

/** Throws a Problem unless the thing exists for this caller and he may use it; runs before a body is read. */
export type Allow<R extends Route> = (call: Pick<Call<R>, 'db' | 'params' | 'member'>) => Promise<unknown>

export interface ServeOptions<R extends Route> {
  allow?: Allow<R>
  /** The handler's own statement refuses hidden members with `user.stopped`, so they are not looked up before. */
  refusesHidden?: true
  /** How often one member may do this (safety 7). */
  limit?: RateLimit
  /**
   * How often one address may do this, whichever member calls; if `limit` is set, a member is counted by that instead.
   */
  visitorLimit?: RateLimit
  /**
   * For a read: what it shows, and so which changes are reported to a screen that watches it. By default it shows the
   * user's own data.
   */
  shows?: (call: Pick<Call<R>, 'db' | 'member' | 'params' | 'query' | 'page'>) => Shows | Promise<Shows>
  /** Reports the server's health even without a database, so the caller's session is not looked up. */
  isProbe?: boolean
}

/** A download: its text in parts, each produced after the previous one was sent. */
export interface FileReply {
  name: string
  parts: AsyncIterable<string>
}

/** A calendar (RFC 5545) and its file name. */
export interface CalendarReply {
  name: string
  text: string
}

/** The result of a call without a reply is not sent. */
type Answer<R extends Route> = R extends { answers: 'picture' }
  ? Buffer
  : R extends { answers: 'calendar' }
    ? CalendarReply
    : R extends { answers: 'file' }
      ? FileReply
      : R extends { reply: unknown }
        ? Reply<R> | JsonText<Reply<R>>
        : unknown
type Handle<R extends Route> = (call: Call<R>) => Promise<Answer<R>>

/** How a call that may have an `Idempotency-Key` (`repeats: 'key'`) handles a repeat. */
interface KeyOptions<R extends Route> {
  /** Reads what the first call created, as the caller may see it now. */
  again?(call: Call<R>, made: number): Promise<Answer<R>>
  /** The handler calls `once` itself, because some of its work must stay outside the transaction. */
  isOnceInside?: true
  /** The handler uses `nameFor`: its result is stored once per name. */
  isNamed?: true
}

/** A call with a reply must say how to read it again. */
type Repeats<R extends Route> = R extends { repeats: 'key' }
  ? R extends { reply: unknown }
    ? (KeyOptions<R> & Required<Pick<KeyOptions<R>, 'again'>>) | { isNamed: true }
    : KeyOptions<R>
  : unknown
type Plain<R extends Route> = R extends { repeats: 'key'; reply: unknown } ? never : Handle<R>

/** A route of the contract bound to its handler. */
export interface Served {
  route: Route
  options: ServeOptions<Route> & KeyOptions<Route>
  handle: Handle<Route>
}

/** Binds a declared call to the function that answers it. */
export function serve<const R extends Route>(route: R, handle: Plain<R>): Served
export function serve<const R extends Route>(
  route: R,
  options: ServeOptions<NoInfer<R>> & Repeats<NoInfer<R>>,
  handle: Handle<R>,
): Served
export function serve(route: Route, first: ServeOptions<never> | Handle<never>, second?: Handle<never>): Served {
  const [options, handle] = typeof first === 'function' ? [{}, first] : [first, second]
  // The overloads check handler against route; a list of different routes can only have their common type.
  return { route, options, handle } as unknown as Served
}
