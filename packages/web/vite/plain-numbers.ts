import type { Plugin } from 'vite'

const start = 'function number(locales, value, format) {'

/**
 * Lets Lingui write small numbers in sentences itself: all five languages write them with the same digits, and the
 * browser's formatter takes a slow phone 100 ms to create.
 */
export function plainNumbers(): Plugin {
  return {
    name: 'papadag-plain-numbers',
    apply: 'build',
    transform: {
      filter: { id: /\/@lingui\/core\/dist\/index\.mjs$/ },
      handler(code) {
        if (!code.includes(start)) this.error(`vite/plain-numbers.ts: Lingui has no ${start}`)
        const plain = `${start} if (!format && value < 1000 && value >>> 0 === value) return String(value);`
        return { code: code.replace(start, () => plain), map: null }
      },
    },
  }
}
