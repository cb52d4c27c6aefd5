import type { Plugin } from 'vite'

/** Tailwind's fallback for browsers older than those it supports: initial values for ones without `@property`… */
const fallback = '@layer properties{'
/** …and whole colours, before the same rule again, for ones that cannot mix them. */
const unmixed = /([^{}]+)\{[^{}]*\}@supports \(color:color-mix\(in lab, red, red\)\)\{(\1\{[^{}]*\})\}/g

/** Leaves out of the stylesheets what no browser that runs the app reads. */
export function leanCss(): Plugin {
  return {
    name: 'papadag-lean-css',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        const css = String(file.source).replace(unmixed, '$2')
        const start = css.indexOf(fallback)
        file.source = start < 0 ? css : css.slice(0, start) + css.slice(endOfBlock(css, start + fallback.length))
      }
    },
  }
}

/** Where the block that was just opened has ended. */
function endOfBlock(css: string, from: number): number {
  let depth = 1
  let at = from
  while (depth > 0 && at < css.length) {
    if (css[at] === '{') depth += 1
    if (css[at] === '}') depth -= 1
    at += 1
  }
  return at
}
