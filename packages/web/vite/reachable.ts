import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const atOnce = /^(?:import|export)[^'"();]*?'(\.[^']+\.tsx?)'/gm
const typeImports = /^import type [^'"]*from '[^']+'$/gm
const alsoLater = /(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g

/**
 * What comes with the words of all other pages needs none of the first ones: what is fetched by `later`, and what is
 * imported with the remark "afterwards" in front of its name, for code that runs when the page has long been there.
 */
const later = /later\(\s*async \(\) =>\s*\(await import\('[^']+'\)/g

/**
 * The files of this package that the first ones need: before they run, or also what they fetch later. Other pages are
 * never among them, nor what comes `later`.
 */
export function reachable(root: string, first: readonly string[], when: 'at once' | 'also later'): ReadonlySet<string> {
  const found = new Set<string>()
  function follow(file: string) {
    const name = relative(root, file)
    const isOtherPage = name.startsWith('src/pages/') && !first.includes(name)
    if (isOtherPage || found.has(name) || !existsSync(file)) return
    found.add(name)
    const code = readFileSync(file, 'utf8').replace(later, '').replace(typeImports, '')
    const imports = code.matchAll(when === 'at once' ? atOnce : alsoLater)
    for (const [, path = ''] of imports) follow(resolve(dirname(file), path))
  }
  for (const name of first) follow(join(root, name))
  return found
}
