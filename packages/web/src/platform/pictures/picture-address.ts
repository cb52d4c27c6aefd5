/**
 * The address of a father's or a place's picture: that of an upload, or our server's for an external one, so that its
 * host does not learn who looks (safety S19). Null if there is none to show.
 */
export function pictureAddress(picture: string | null | undefined): string | null {
  // Repeated here to keep the call's declaration out of the shell; a test compares the two.
  if (picture?.startsWith('https://')) return `/api/pictures?url=${encodeURIComponent(picture)}`
  // The server fetches nothing over plain http.
  return picture?.startsWith('/') ? picture : null
}
