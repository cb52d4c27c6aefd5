/**
 * The address of a father's or a place's picture: an upload's own, or for an external one our server's, so that its
 * host does not learn who looks (safety S19). Null if there is none to show.
 */
export function pictureAddress(picture: string | null | undefined): string | null {
  // Repeated here to keep the call's declaration out of the shell; a test compares them.
  if (picture?.startsWith('https://')) return `/api/pictures?url=${encodeURIComponent(picture)}`
  // The server fetches nothing over plain http.
  return picture?.startsWith('/') ? picture : null
}
