/** Keeps the number of unread messages before the title of every screen: `(2) Home · Papadag`. */
export function keepCountInTitle() {
  let count = 0
  const write = () => {
    const bare = document.title.replace(/^\(\d+\+?\) /, '')
    const title = count > 0 ? `(${count > 99 ? '99+' : count}) ${bare}` : bare
    if (title !== document.title) document.title = title
  }
  // Each screen sets its own title and knows nothing of this.
  const observer = new MutationObserver(write)
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  return {
    show(unread: number) {
      count = unread
      write()
    },
    stop() {
      observer.disconnect()
      count = 0
      write()
    },
  }
}
