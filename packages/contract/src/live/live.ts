import * as z from 'zod/mini'
import { route } from '../route.ts'

export const socketTicket = route('GET /api/ws-token', {
  access: 'member',
  summary: 'Creates a single-use ticket for the authenticate frame, valid for 60 s.',
  reply: z.object({ token: z.string() }),
})
