/** A call of the product, declared once as data; server, client, documentation and tests derive from it. */
import type * as z from 'zod/mini'
import type { ProblemCode } from './problems.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type At = `${Method} /api/${string}`
type Schema = z.ZodMiniType

/** Who may call: anybody, or only somebody signed in (401 otherwise). */
export type Access = 'public' | 'member'

export interface Shape {
  access: Access
  /** One sentence for the call's documentation. */
  summary: string
  query?: Schema
  /** A list that goes on: takes `limit` and `cursor`, and names the rest in a `Link` header (contract 1). */
  paged?: true
  /** The JSON body. Absent: the call takes no payload and ignores one. */
  body?: Schema
  /** The name of the multipart part that carries the picture; such a call takes no JSON. */
  file?: string
  /** The picture may be left out. */
  isFileOptional?: true
  /** The text fields beside the picture. */
  form?: Schema
  /** What is answered. It only describes (no transform, no default). Absent: 204 without a body. */
  reply?: Schema
  /** The reply is saved as a file, and may be large: it is written while it goes out. */
  isFile?: true
  /** What is answered instead of JSON: a picture, or a calendar (RFC 5545). */
  replies?: 'image' | 'calendar'
  /** The browser keeps no copy of the picture. */
  isUncached?: true
  /** The success status when it is not 200 (or 204 without a reply). */
  status?: 201 | 202
  /** Refusals of its own, beside those every call can give. */
  errors?: readonly ProblemCode[]
  /** Beginnings of the reads that change for everybody when this write succeeds. */
  touches?: readonly string[]
  /** Beginnings of the reads that change for the caller alone. */
  touchesOwn?: readonly string[]
  /** A read's answer may be kept by the browser for so many seconds, and asked for by its tag after that. */
  cacheS?: number
}

export type Route = Shape & { readonly at: At }

/** Declares a call: `route('POST /api/playdates/:id/join', { … })`. */
export function route<const A extends At, const S extends Shape>(at: A, shape: S): S & { readonly at: A } {
  return { at, ...shape }
}

/** A parameter's name ends before a dot: `:secret.ics`. */
type NameOf<K extends string> = K extends `${infer Name}.${string}` ? Name : K
type PathKeys<P extends string> = P extends `${string}:${infer K}/${infer Rest}`
  ? NameOf<K> | PathKeys<Rest>
  : P extends `${string}:${infer K}`
    ? NameOf<K>
    : never

/** The parameters in a path: an `id` is a number, anything else text. */
export type Params<R extends { at: string }> = { [K in PathKeys<R['at']>]: K extends 'id' ? number : string }

type Out<R, K extends 'query' | 'body' | 'form' | 'reply'> = R extends { [k in K]: infer S extends Schema }
  ? z.output<S>
  : undefined
export type Query<R> = Out<R, 'query'>
export type Body<R> = Out<R, 'body'>
export type Form<R> = Out<R, 'form'>
export type Reply<R> = Out<R, 'reply'>

/** A body of which every field may be left out may be left out itself. */
type BodyOf<B> = object extends B ? { body?: B } : { body: B }

/** What a caller hands over: only the parts the route declares. */
export type Input<R extends { at: string }> = ([PathKeys<R['at']>] extends [never] ? unknown : { params: Params<R> }) &
  (R extends { query: infer S extends Schema } ? { query?: z.input<S> } : unknown) &
  (R extends { paged: true } ? { query?: PageQuery } : unknown) &
  (R extends { body: infer S extends Schema } ? BodyOf<z.input<S>> : unknown) &
  (R extends { form: infer S extends Schema } ? { form: z.input<S> } : unknown) &
  (R extends { isFileOptional: true } ? { file?: Blob } : R extends { file: string } ? { file: Blob } : unknown)

/** `GET` and `/api/playdates/:id` of `GET /api/playdates/:id`. */
export function methodAndPath(at: At): { method: Method; path: string } {
  const space = at.indexOf(' ')
  // The type of `at` says what stands before the space.
  return { method: at.slice(0, space) as Method, path: at.slice(space + 1) }
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

/** How much of a list, and from where; `cursor` is what the `Link` header of the page before said. */
export interface PageQuery {
  limit?: number
  cursor?: string
}

/** Whether a write with these `touches` changes the read at this address. */
export function isTouched(readAddress: string, touches: readonly string[]): boolean {
  const [path = ''] = readAddress.split('?')
  return touches.some(start => path === start || path.startsWith(`${start}/`))
}
