import { externalPicture } from '@papadag/contract/pictures'
import { address } from '@papadag/contract/route'

/**
 * Where the browser finds a picture of a father or a place: one that we keep at its own address, one elsewhere through
 * our server, so that nobody there learns who looks (safety S19). Null where there is none to show.
 */
export function pictureAddress(picture: string | null | undefined): string | null {
  if (picture?.startsWith('https://')) return address(externalPicture, { query: { url: picture } })
  // The server fetches nothing in the clear.
  return picture?.startsWith('/') ? picture : null
}
