/**
 * Whether passkeys can be used here: this browser has them, and this is the host for which the server makes them, as the
 * page's HTML says.
 */
export function offersPasskeys(): boolean {
  const host = document.querySelector<HTMLMetaElement>('meta[name="passkeys"]')?.content
  return host === location.hostname && 'PublicKeyCredential' in window
}
