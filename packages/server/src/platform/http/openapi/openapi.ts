import { limits } from '@papadag/contract/limits'
import { type ProblemCode, problemStatus } from '@papadag/contract/problems'
import { methodAndPath, type Route, successStatus } from '@papadag/contract/route'
import { jsonSchema } from './reply-schema.ts'

/** Refusals that any call may return. */
const common: readonly ProblemCode[] = ['request.invalid', 'request.tooOften', 'server.unavailable']

const errorSchema = {
  type: 'object',
  required: ['error', 'message', 'code'],
  properties: {
    error: { type: 'string' },
    message: { type: 'string' },
    code: { type: 'string', enum: Object.keys(problemStatus) },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' }, code: { type: 'string' } },
      },
    },
  },
}

/** The contract as an OpenAPI 3.1 document. */
export function openApi(routes: readonly Route[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const { method, path } = methodAndPath(route.at)
    const address = path.replace(/:(\w+)/g, '{$1}')
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Papadag', version: '1', license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' } },
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
    },
  }
}

function operation(route: Route) {
  const { method, path } = methodAndPath(route.at)
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }))
  const query = route.query ? jsonSchema(route.query, 'input') : {}
  const required: readonly unknown[] = Array.isArray(query.required) ? query.required : []
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  const inPage =
    route.answers === 'list'
      ? [
          {
            name: 'limit',
            in: 'query',
            required: false,
            schema: { type: 'integer', minimum: 1, maximum: limits.listItems },
          },
          { name: 'cursor', in: 'query', required: false, schema: { type: 'string' } },
        ]
      : []
  const inHeader = [
    ...(route.needsNoToken ? [] : [{ name: 'X-XSRF-TOKEN', in: 'header', required: true, schema: { type: 'string' } }]),
    ...(route.repeats === 'key'
      ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }]
      : []),
  ]
  const codes: ProblemCode[] = [...(route.errors ?? []), ...common]
  if (route.access === 'member') codes.push('auth.required')
  if (method !== 'GET' && !route.needsNoToken) codes.push('request.crossSite')
  if (route.repeats === 'key') codes.push('request.otherContent')
  if (method !== 'GET' && !route.isForHidden) codes.push('user.stopped')

  const responses: Record<string, unknown> = {}
  for (const code of codes) {
    const status = String(problemStatus[code])
    const before = responses[status] as { description: string } | undefined // put there by the line below
    responses[status] = {
      description: before ? `${before.description}, ${code}` : code,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  }
  responses[String(successStatus(route))] = success(route)
  if (route.reply?.safeParse(null).success) responses['204'] = { description: 'Nothing to tell' }
  if (route.cacheS !== undefined) responses['304'] = { description: 'Not changed since the tag in If-None-Match' }

  return {
    summary: route.summary,
    parameters: [...inPath, ...inQuery, ...inPage, ...(method === 'GET' ? [] : inHeader)],
    ...(route.access === 'member' ? { security: [{ session: [] }] } : {}),
    ...requestBody(route),
    responses,
  }
}

function success({ reply, answers, cacheS }: Route) {
  const text = (description: string) => ({ description, schema: { type: 'string' } })
  const headers = {
    ...(answers === 'list' ? { Link: text('The address of the next page as rel="next"; absent at the end') } : {}),
    ...(cacheS === undefined
      ? {}
      : { ETag: text('For If-None-Match'), 'Cache-Control': text(`private, max-age=${cacheS}`) }),
  }
  return {
    description: 'Success',
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(reply ? { content: { 'application/json': { schema: jsonSchema(reply) } } } : {}),
    ...(answers === 'picture' ? { content: { 'image/webp': {} } } : {}),
    ...(answers === 'calendar' ? { content: { 'text/calendar': {} } } : {}),
  }
}

function requestBody({ body, sends, file, form }: Route) {
  if (body)
    return {
      requestBody: {
        required: !body.safeParse({}).success,
        content: { 'application/json': { schema: jsonSchema(body, 'input') } },
      },
    }
  if (!file) return {}
  const fields = form ? jsonSchema(form, 'input') : {}
  const required: readonly unknown[] = Array.isArray(fields.required) ? fields.required : []
  const picture = { type: 'string', contentMediaType: 'image/*', maxLength: limits.imageBytes }
  const schema = {
    type: 'object',
    required: sends === 'optionalPicture' ? required : [...required, file],
    properties: { ...(fields.properties ?? {}), [file]: picture },
  }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}
