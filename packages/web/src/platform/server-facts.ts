/** What the server has written into the page about itself: `contact`, `chatDays`, `tileHost`; nothing in a page without it. */
export function serverFacts(): DOMStringMap {
  return document.querySelector<HTMLMetaElement>('meta[name="server-facts"]')?.dataset ?? {}
}
