/** A call of the product, declared once as data; server, client, documentation and tests derive from it. */
import type * as z from 'zod/mini'
import type { Language } from './limits.ts'
import type { Touch } from './live/touches.ts'
import type { ProblemCode } from './problems.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type At = `${Method} /api/${string}`
type Schema = z.ZodMiniType

/** Who may call it: anybody, or only signed-in users (401 otherwise). */
export type Access = 'public' | 'member'

interface Common {
  access: Access
  /** One sentence for the call's documentation. */
  summary: string
  query?: Schema
  /** Whether the path's `id` may exceed 32 bits (`WideId`). */
  hasWideId?: true
  /** Refusals of this call, in addition to those of every call. */
  errors?: readonly ProblemCode[]
}

/** The body a call accepts: JSON, nothing, or a picture with text fields. */
type Sends =
  | {
      sends?: undefined
      /** The JSON body. Absent: the call takes no payload and ignores one. */
      body?: Schema
      file?: undefined
      form?: undefined
    }
  | {
      /** Multipart, with a required or an optional picture. */
      sends: 'picture' | 'optionalPicture'
      /** The name of the part that carries the picture. */
      file: string
      /** The text fields beside the picture. */
      form?: Schema
      body?: undefined
    }

/** The reply of a call. Reply schemas only describe (no transform, no default). */
type Answers =
  | {
      /** JSON; 204 without a body if there is no schema. */
      answers?: undefined
      reply?: Schema
      /** The success status when it is not 200 (or 204 without a reply). */
      status?: 201 | 202
      /** The browser may cache the reply for this many seconds, and then revalidates it by its ETag. */
      cacheS?: number
      isUncached?: undefined
    }
  | {
      /** A page of a list: accepts `limit` and `cursor`, and links to the next page (contract 1). */
      answers: 'list'
      reply: Schema
      status?: undefined
      cacheS?: undefined
      isUncached?: undefined
    }
  | {
      /** JSON as a download, possibly large, streamed as it is produced. */
      answers: 'file'
      reply: Schema
      status?: undefined
      cacheS?: undefined
      isUncached?: undefined
    }
  | {
      /** A picture, or a calendar (RFC 5545). */
      answers: 'picture' | 'calendar'
      /** The browser must not cache it. */
      isUncached?: true
      reply?: undefined
      status?: undefined
      cacheS?: undefined
    }

/** For calls that change something. */
interface Change {
  /**
   * The effect of a repeated call, such as a retry after a lost answer. `natural`: no more than the first call's,
   * whatever its headers. `key`: the call creates something, or goes on to the next, once per `Idempotency-Key`; a repeat gets the
   * first status and the created object in the state its creator may see by then (safety S40).
   */
  repeats: 'key' | 'natural'
  /** Whether a member hidden by moderators may do this too: leave, object, delete, and secure his account. */
  isForHidden?: true
  /** Whether it needs no cross-site token, since it acts for nobody. */
  needsNoToken?: true
  /** The changes that this write can make, which are announced to those concerned. */
  touches?: readonly Touch[]
  /** Prefixes of the reads that change for the caller only. */
  touchesOwn?: readonly string[]
}

type ReadShape = Common & Sends & Answers & { [K in keyof Change]?: undefined }
type ChangeShape = Common & Sends & Answers & Change

export type Route = (ReadShape | ChangeShape) & { readonly at: At }

/** Declares a call: `route('POST /api/playdates/:id/join', { … })`. */
export function route<const A extends `GET /api/${string}`, const S extends ReadShape>(
  at: A,
  shape: S,
): S & { readonly at: A }
export function route<const A extends `${Exclude<Method, 'GET'>} /api/${string}`, const S extends ChangeShape>(
  at: A,
  shape: S,
): S & { readonly at: A }
export function route(at: At, shape: ReadShape | ChangeShape): Route {
  return { at, ...shape }
}

/** Access to an address outside `/api`: for anybody, or for the holder of the link, whose token is the permission. */
interface ServerPageShape {
  access: 'public' | 'link'
  /** One sentence for its documentation. */
  summary: string
  answers: 'page' | 'picture'
  /** The data of the page's component; null where the link leads nowhere, which is a 404. */
  shows?: Schema
  /** With a session, the app's own page at this address is sent instead. */
  forMembers?: 'app'
  /** It exists in every language, `?language=` chooses one, and the app then uses it too. */
  hasLanguages?: true
}

/** An address outside `/api` that is opened without the app: the server sends the whole page, or a picture. */
export type ServerPageRoute = ServerPageShape & { readonly at: `${'GET' | 'POST'} /${string}` }

/** Declares what the server itself sends: `serverPage('GET /i/:token', { … })`. */
export function serverPage<const A extends ServerPageRoute['at'], const S extends ServerPageShape>(
  at: A,
  shape: S,
): S & { readonly at: A } {
  return { at, ...shape }
}

/** A page as the web app's components write it. */
export interface Rendered {
  title: string
  /** Tags for the head, as HTML. */
  head: string
  /** The content below the header, as HTML. */
  body: string
  /** A script that it needs, by its name in `web/src/app`. */
  script?: string | undefined
}

/** Writes the page at a path of the contract; the web app's build makes this function for the server. */
export type Render = (path: string, language: Language, shown: unknown) => Promise<Rendered>

/** A parameter's name ends before a dot: `:secret.ics`. */
type NameOf<K extends string> = K extends `${infer Name}.${string}` ? Name : K
type PathKeys<P extends string> = P extends `${string}:${infer K}/${infer Rest}`
  ? NameOf<K> | PathKeys<Rest>
  : P extends `${string}:${infer K}`
    ? NameOf<K>
    : never

/** The parameters in a path: an `id` is a number, anything else text. */
export type Params<R extends { at: string }> = { [K in PathKeys<R['at']>]: K extends 'id' ? number : string }

type Out<R, K extends 'query' | 'body' | 'form' | 'reply' | 'shows'> = R extends { [k in K]: infer S extends Schema }
  ? z.output<S>
  : undefined
export type Query<R> = Out<R, 'query'>
export type Body<R> = Out<R, 'body'>
export type Form<R> = Out<R, 'form'>
export type Reply<R> = Out<R, 'reply'>
export type Shown<R> = Out<R, 'shows'>

/** A body whose fields are all optional may be omitted. */
type BodyOf<B> = object extends B ? { body?: B } : { body: B }

/** The input of a call: only the parts its route declares. */
export type Input<R extends { at: string }> = ([PathKeys<R['at']>] extends [never] ? unknown : { params: Params<R> }) &
  (R extends { query: infer S extends Schema } ? { query?: z.input<S> } : unknown) &
  (R extends { answers: 'list' } ? { query?: PageQuery } : unknown) &
  (R extends { body: infer S extends Schema } ? BodyOf<z.input<S>> : unknown) &
  (R extends { form: infer S extends Schema } ? { form: z.input<S> } : unknown) &
  (R extends { sends: 'optionalPicture' } ? { file?: Blob } : R extends { sends: 'picture' } ? { file: Blob } : unknown)

/** `GET` and `/api/playdates/:id` of `GET /api/playdates/:id`. */
export function methodAndPath(at: `${Method} /${string}`): { method: Method; path: string } {
  const space = at.indexOf(' ')
  // The type of `at` guarantees the method before the space.
  return { method: at.slice(0, space) as Method, path: at.slice(space + 1) }
}

/** The status of a call that succeeds, unless its handler says otherwise. */
export function successStatus({ status, reply, answers }: Route): number {
  return status ?? (reply || answers ? 200 : 204)
}

/** The route's address with its parameters filled in and its query appended; also the client's cache key. */
export function address(route: Route, input: { params?: object; query?: object } = {}): string {
  const params = new Map(Object.entries(input.params ?? {}))
  const path = methodAndPath(route.at).path.replace(/:(\w+)/g, (_, key) => encodeURIComponent(String(params.get(key))))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(key, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

/** Which page of a list; `cursor` comes from the `Link` header of the previous page. */
export interface PageQuery {
  limit?: number
  cursor?: string
}

/** Whether the read at this address is below one of these. */
export function isTouched(readAddress: string, starts: readonly string[]): boolean {
  const [path = ''] = readAddress.split('?')
  return starts.some(start => path === start || path.startsWith(`${start}/`))
}
