import * as z from 'zod/mini'
import { route } from '../route.ts'
import { Id } from '../schema.ts'

const touchesOwn = ['/api/users/me'] as const

/** A browser that stays logged in. */
export const Device = z.object({
  id: Id,
  /** `Chrome, Android`; null if unknown. */
  name: z.nullable(z.string()),
  /** A day of the caller's time zone, `2031-06-01`. */
  lastUsedOn: z.string(),
  isCurrent: z.boolean(),
})
export type Device = z.output<typeof Device>

export const devices = route('GET /api/users/me/devices', {
  access: 'member',
  summary: 'Lists the browsers where the caller stays logged in, most recently used first.',
  reply: z.array(Device),
})

export const endDevice = route('DELETE /api/users/me/devices/:id', {
  access: 'member',
  summary: 'Logs one of the caller’s devices out.',
  repeats: 'natural',
  isForHidden: true,
  errors: ['device.unknown'],
  touchesOwn: [...touchesOwn, '/api/notifications'],
})

export const endOtherDevices = route('DELETE /api/users/me/devices', {
  access: 'member',
  summary:
    'Logs the caller out everywhere else: ends all other devices and sessions, calendar feeds and links for the other parent.',
  repeats: 'natural',
  isForHidden: true,
  touchesOwn: [...touchesOwn, '/api/notifications'],
})
