import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Completes `index.html`, so that the first paint waits for nothing else: the drawing at `<!-- svg <name> -->`, and the
 * stylesheet after what is drawn without it. Comments are not sent.
 */
export function shell(drawings: string): Plugin {
  return {
    name: 'papadag-shell',
    applyToEnvironment: ({ name }) => name === 'client',
    transformIndexHtml: {
      order: 'post',
      handler: html =>
        html
          .replaceAll(/<!-- svg (\S+) -->/g, (_, name) => inline(readFileSync(join(drawings, `${name}.svg`), 'utf8')))
          .replace(/\s*(<link rel="stylesheet"[^>]*>)([\s\S]*)<!-- styles -->/, '$2$1')
          .replaceAll(/<!--[\s\S]*?-->|^ *\/\/.*\n|^ +/gm, ''),
    },
  }
}

function inline(svg: string) {
  return svg
    .replace(/ (xmlns|role|aria-label)="[^"]*"/g, '')
    .replace(/>\s+</g, '><')
    .trim()
}
