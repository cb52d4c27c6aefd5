/** Runs in a page before anything else, whose browser then blocks its storage. */
export function blockStorage(): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
}
