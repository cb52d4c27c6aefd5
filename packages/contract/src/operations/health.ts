import * as z from 'zod/mini'
import { route } from '../route.ts'

export const health = route('GET /api/health', {
  access: 'public',
  summary: 'Reports whether the server can answer requests. 503 within 3 s if the database is unavailable.',
  reply: z.object({ status: z.literal('ok') }),
})

export const alive = route('GET /api/health/live', {
  access: 'public',
  summary: 'Reports whether the process is running.',
  reply: z.object({ status: z.literal('ok') }),
})

export const apiDocument = route('GET /api/docs', {
  access: 'member',
  summary: 'Gets this contract as an OpenAPI 3.1 document.',
  reply: z.record(z.string(), z.unknown()),
})
