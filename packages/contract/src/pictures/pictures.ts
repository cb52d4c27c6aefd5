import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { route } from '../route.ts'
import { line } from '../schema.ts'

export const externalPicture = route('GET /api/pictures', {
  access: 'member',
  summary: 'Fetches and resizes the external https picture of a profile or place.',
  query: z.object({ url: line(limits.url) }),
  answers: 'picture',
  errors: ['picture.unknown'],
})
