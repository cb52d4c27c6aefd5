import * as z from 'zod/mini'
import { route } from './route.ts'

export const socketTicket = route('GET /api/ws-token', {
  access: 'member',
  summary: 'A ticket for the authenticate frame: single use, 60 s.',
  reply: z.object({ token: z.string() }),
})
