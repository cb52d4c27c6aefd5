import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HtmlTagDescriptor, Plugin } from 'vite'

const drawing = /<!-- svg (\S+?)( [^>]*?)? -->/g
const stylesheet = /\s*(<link rel="stylesheet"[^>]*>)([\s\S]*)<\/body>/
const textFont = /figtree-latin-wght/

/**
 * Completes `index.html`, so that the first paint waits for nothing else: drawings where it says
 * `<!-- svg <name> <class names> -->`, the stylesheet behind what is drawn without it, and a preload of the one font that
 * all text is in.
 */
export function shell(drawings: string): Plugin {
  return {
    name: 'papadag-shell',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find(file => textFont.test(file))
        const tags: HtmlTagDescriptor[] = font
          ? [
              {
                tag: 'link',
                attrs: {
                  rel: 'preload',
                  as: 'font',
                  type: 'font/woff2',
                  href: `/${font}`,
                  crossorigin: '',
                  fetchpriority: 'low',
                },
              },
            ]
          : []
        const drawn = html.replaceAll(drawing, (_, name, classes = '') => inline(name, classes.trim()))
        return { html: bundle ? drawn.replace(stylesheet, '$2$1</body>') : drawn, tags }
      },
    },
  }

  function inline(name: string, classes: string) {
    const svg = readFileSync(join(drawings, `${name}.svg`), 'utf8')
      .replace(/ (xmlns|role|aria-label)="[^"]*"/g, '')
      .replace(/>\s+</g, '><')
      .trim()
    return classes ? svg.replace('<svg', `<svg aria-hidden="true" class="${classes}"`) : svg
  }
}
