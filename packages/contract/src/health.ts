import * as z from 'zod/mini'
import { route } from './route.ts'

export const health = route('GET /api/health', {
  access: 'public',
  summary: 'Whether the product can answer; 503 within 3 s while the database is away.',
  reply: z.object({ status: z.literal('ok') }),
})

export const alive = route('GET /api/health/live', {
  access: 'public',
  summary: 'Whether the process answers.',
  reply: z.object({ status: z.literal('ok') }),
})

export const apiDocument = route('GET /api/docs', {
  access: 'member',
  summary: 'This contract as an OpenAPI 3.1 document.',
  reply: z.record(z.string(), z.unknown()),
})
