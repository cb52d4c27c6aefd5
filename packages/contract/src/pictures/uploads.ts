import * as z from 'zod/mini'
import { route } from '../route.ts'

export const Uploaded = z.object({ imageUrl: z.string() })

/** The possible refusals of a picture. */
const pictureErrors = ['image.missing', 'image.tooLarge', 'image.unsupported', 'image.broken', 'image.removed'] as const

export const uploadPendingPicture = route('POST /api/upload/profile-image', {
  access: 'public',
  summary: 'Uploads a profile picture before registration. It expires after an hour unless a registration uses it.',
  repeats: 'natural',
  sends: 'picture',
  file: 'profileImage',
  reply: Uploaded,
  errors: pictureErrors,
})

export const uploadProfilePicture = route('POST /api/users/me/profile-image', {
  access: 'member',
  summary: 'Replaces the caller’s profile picture.',
  repeats: 'natural',
  sends: 'picture',
  file: 'profileImage',
  reply: Uploaded,
  errors: pictureErrors,
  touches: ['person'],
  touchesOwn: ['/api/user', '/api/users', '/api/playdates', '/api/circles'],
})
