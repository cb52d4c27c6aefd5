import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { text } from './schema.ts'

export const externalPicture = route('GET /api/pictures', {
  access: 'member',
  summary: 'The picture behind an https address elsewhere that a profile or place holds, fetched and made small by us.',
  query: z.object({ url: text(limits.url) }),
  answers: 'picture',
  errors: ['picture.unknown'],
})
