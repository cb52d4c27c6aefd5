import type { Plugin } from 'vite'

/**
 * What runs before a chunk that was asked for: its stylesheet. Vite's own helper also fetches the chunk's scripts ahead,
 * which the server's `modulepreload` does earlier, and weighs four times as much in the first file of every screen.
 */
const helper = `
const asked = new Map()
function load(href) {
  if (document.querySelector('link[rel="stylesheet"][href="' + href + '"]')) return
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = resolve
    link.onerror = () => {
      asked.delete(href)
      link.remove()
      reject(new Error('a stylesheet could not be loaded'))
    }
    document.head.append(link)
  })
}
export const __vitePreload = async (run, deps = []) => {
  const styles = deps.filter(dep => dep.endsWith('.css')).map(dep => '/' + dep)
  for (const href of styles) if (!asked.has(href)) asked.set(href, load(href))
  await Promise.all(styles.map(href => asked.get(href)))
  return run()
}
`

export function leanPreload(): Plugin {
  return {
    name: 'papadag-lean-preload',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => ({ code: helper, map: null }),
    },
  }
}
