import * as contract from '@papadag/contract/uploads'
import type { Pictures } from '../../platform/pictures.ts'
import { type RateLimiter, rateLimits } from '../../platform/rate-limits.ts'
import { type Served, serve } from '../../platform/serve.ts'
import { setProfileImage } from './commands.ts'

export interface UploadParts {
  pictures: Pictures
  limiter: RateLimiter
}

export function uploadRoutes({ pictures, limiter }: UploadParts): Served[] {
  return [
    serve(contract.uploadPendingPicture, async ({ file, member, visitor }) => {
      if (member) await limiter.consume(rateLimits.uploads, member.id)
      else if (!visitor.isLocal) await limiter.consume(rateLimits.visitorUploads, visitor.address)
      return { imageUrl: await pictures.keep(file, { size: 'avatar' }) }
    }),

    serve(contract.uploadProfilePicture, { limit: rateLimits.uploads }, async ({ db, file, member }) => ({
      imageUrl: await setProfileImage(db, pictures, file, member.id),
    })),
  ]
}
