import { hour, type RateLimit } from '../platform/rate-limits.ts'

/** How many pictures one member may send, whichever call they come with (safety 7). */
export const uploads: RateLimit = { name: 'uploads', windows: [{ times: 30, seconds: hour }] }
