import { externalPicture } from '@papadag/contract/pictures/pictures'
import { type Served, serve } from '../../platform/http/serve.ts'
import type { ExternalPictures } from './external.ts'

export function pictureRoutes(external: ExternalPictures): Served[] {
  return [serve(externalPicture, ({ db, query, member }) => external.find(db, query.url, `user ${member.id}`))]
}
