/**
 * Facts that the server has written into the page: `contact`, `chatDays`, `tileHost`, `weather`, `forecast`; none in a
 * page without them.
 */
export function serverFacts(): DOMStringMap {
  return document.querySelector<HTMLMetaElement>('meta[name="server-facts"]')?.dataset ?? {}
}
