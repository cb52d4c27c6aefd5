import { sql } from '../platform/db/db.ts'
import { createPictures, type Pictures, type PicturesParts } from '../platform/pictures/pictures.ts'

/** The pictures of the product: profiles, places and their states show them. */
export function openPictures(parts: Omit<PicturesParts, 'shownBy'>): Promise<Pictures> {
  return createPictures({
    ...parts,
    shownBy: [
      address => sql`from users u where u.profile_image = ${address}`,
      address => sql`from places p where p.image_url = ${address}`,
      address => sql`from place_states s where s.image_url = ${address}`,
    ],
  })
}
