import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Db } from '../../db/db.ts'
import { serve } from '../../http/serve.ts'
import { createFindRead } from './watchable.ts'

const withId = { at: 'GET /api/things/:id', access: 'member', summary: '' } as const
const withQuery = {
  at: 'GET /api/things',
  access: 'member',
  summary: '',
  query: z.object({ size: z.optional(z.string().check(z.maxLength(2))) }),
} as const
const written = { at: 'POST /api/things/:id/rest', access: 'member', summary: '' } as const
const plain = { at: 'GET /api/others.ics', access: 'member', summary: '' } as const

const findRead = createFindRead([
  serve(withId, { shows: ({ params: { id } }) => ({ things: [`thing ${id}`] }) }, async () => {}),
  serve(
    withQuery,
    { shows: ({ query, member }) => ({ things: [`${JSON.stringify(query)} of ${member?.id}`] }) },
    async () => {},
  ),
  serve(written, async () => {}),
  serve(plain, async () => {}),
])
const db = {} as Db // asked nothing here

test.each<[string, object | undefined]>([
  ['/api/things/7', { things: ['thing 7'] }],
  ['/api/things/x', {}],
  ['/api/things/7?size=xl', { things: ['thing 7'] }],
  ['/api/things', { things: ['{} of 3'] }],
  ['/api/things?size=xl', { things: ['{"size":"xl"} of 3'] }],
  ['/api/things?size=xxl', {}],
  ['/api/others.ics', {}],
  ['/api/othersxics', undefined],
  ['/api/things/7/rest', undefined],
  ['/api/things/7/8', undefined],
  ['/api/nothing', undefined],
  ['/', undefined],
])('a screen that reads the address %s shows %j', async (address, shown) => {
  expect(await findRead(address)?.(db, { id: 3, sessionId: 4 })).toEqual(shown)
})
