import * as contract from '@papadag/contract/pictures/uploads'
import { uploads } from '../../domain/uploads.ts'
import { type Served, serve, turnAt, turnOf } from '../../platform/http/serve.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { hour, type RateLimit } from '../../platform/rate-limits.ts'
import { setProfileImage } from './commands.ts'

const visitorUploads: RateLimit = { name: 'visitor-uploads', windows: [{ times: 10, seconds: hour }] }

export function uploadRoutes(pictures: Pictures): Served[] {
  return [
    serve(
      contract.uploadPendingPicture,
      { limit: uploads, visitorLimit: visitorUploads },
      async ({ file, member, visitor }) => ({
        imageUrl: await pictures.keep(file, { size: 'avatar', who: member ? turnOf(member) : turnAt(visitor) }),
      }),
    ),

    serve(contract.uploadProfilePicture, { limit: uploads }, async ({ db, file, member }) => ({
      imageUrl: await setProfileImage(db, pictures, file, member.id),
    })),
  ]
}
