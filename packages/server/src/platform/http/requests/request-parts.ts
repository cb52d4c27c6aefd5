import type {} from '@fastify/multipart'
import { limits } from '@papadag/contract/limits'
import { isIssueCode, issue } from '@papadag/contract/problems'
import type { Params, Route } from '@papadag/contract/route'
import { Id, WideId } from '@papadag/contract/schema'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Issue, Problem } from '../../problem.ts'
import type { Page } from '../serve.ts'

const pathId = (id: typeof Id) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,16}$/)),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      id,
    ),
  )
const PathId = pathId(Id)
const WidePathId = pathId(WideId)

/**
 * Makes the function that reads the parameters of a route's path; an `id` consists of digits within the column's range.
 * Undefined if one does not.
 */
export function paramsReader<R extends Route>(route: R) {
  const keys = Array.from(route.at.matchAll(/:(\w+)/g), ([, key = '']) => key)
  const PathOf = route.hasWideId ? WidePathId : PathId
  return (raw: Record<string, string | undefined>): Params<R> | undefined => {
    const params: Record<string, string | number> = {}
    for (const key of keys) {
      const value = raw[key] ?? ''
      if (key !== 'id') params[key] = value
      else {
        const id = PathOf.safeParse(value)
        if (!id.success) return undefined
        params[key] = id.data
      }
    }
    // Filled key by key from the path that the type is derived from.
    return params as Params<R>
  }
}

/** More wrong fields than any form has. */
const maxIssues = 50

/** Checks one part of a request against its schema; throws `request.invalid` naming each invalid field. */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues: Issue[] = result.error.issues.slice(0, maxIssues).map(({ path, message }) => ({
    path: path.join('.'),
    code: isIssueCode(message) ? message : 'field.invalid',
  }))
  throw new Problem('request.invalid', { issues })
}

/** Represents a body of a type other than application/json. */
export const notJson = Symbol('not JSON')

/** The JSON body of a request; an absent or empty one is an object without fields, so that the schema says what is missing. */
export function readJson({ body }: FastifyRequest): unknown {
  if (body === notJson) throw new Problem('request.mediaType')
  return body === undefined ? {} : body
}

const PageParts = z.object({
  limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/, issue('field.invalid')))),
  cursor: z.optional(z.string().check(z.maxLength(200))),
})

/** The page of a list that a query requests. */
export function pageIn(query: unknown): Page {
  const { limit, cursor } = parse(PageParts, query)
  return { limit: Math.min(Number(limit ?? limits.listItems), limits.listItems), cursor, more() {} }
}

/** Reads which page of a list is requested; `more` writes the `Link` header for the next one. */
export function readPage(request: FastifyRequest, reply: FastifyReply): Page {
  return {
    ...pageIn(request.query),
    more(next) {
      const [path = '', query] = request.url.split('?')
      const parts = new URLSearchParams(query)
      parts.set('cursor', next)
      reply.header('link', `<${path}?${parts}>; rel="next"`)
    },
  }
}

/** Reads a multipart request to its end, so that the sender receives a refusal. */
export async function readMultipart(request: FastifyRequest, { file: part, isFileOptional = false }: MultipartParts) {
  if (!request.isMultipart()) throw new Problem('request.mediaType')
  const fields: Record<string, unknown> = {}
  let picture: Buffer | undefined
  let isTooLarge = false
  try {
    for await (const received of request.parts({ limits: { fileSize: limits.imageBytes + 1 } })) {
      if (received.type !== 'file') {
        // A truncated field becomes null, which its schema refuses.
        fields[received.fieldname] ??= received.valueTruncated ? null : received.value
        continue
      }
      const chunks: Buffer[] = []
      let bytes = 0
      for await (const chunk of received.file as AsyncIterable<Buffer>) {
        bytes += chunk.length
        if (bytes <= limits.imageBytes && received.fieldname === part) chunks.push(chunk)
      }
      if (received.fieldname !== part) continue
      if (received.file.truncated || bytes > limits.imageBytes) isTooLarge = true
      else picture ??= Buffer.concat(chunks)
    }
  } catch {
    // Every error of the parser is about the request: a missing boundary, a part without an end, too many parts.
    throw new Problem('request.invalid')
  }
  if (isTooLarge) throw new Problem('image.tooLarge')
  // A form without a chosen file sends an empty file.
  const file = picture?.length === 0 ? undefined : picture
  if (!file && !isFileOptional) throw new Problem('image.missing')
  return { file, fields }
}

type MultipartParts = { file: string; isFileOptional?: boolean }
