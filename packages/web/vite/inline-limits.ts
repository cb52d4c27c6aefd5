import { limits } from '@papadag/contract/limits'
import type { Plugin } from 'vite'

const values: Readonly<Record<string, number | string>> = limits

/** Writes each of the contract's limits where it is used: a screen that shows two of them need not carry them all. */
export function inlineLimits(): Plugin {
  return {
    name: 'papadag-inline-limits',
    apply: 'build',
    transform: {
      order: 'pre',
      filter: {
        id: /\/packages\/(contract|web)\/src\/.*\.tsx?$/,
        code: /import \{[^}]*\blimits\b[^}]*\} from '(@papadag\/contract\/limits|\.\/limits\.ts)'/,
      },
      handler(code) {
        const replaced = code.replace(/(?<![\w$.])limits\.(\w+)/g, (use, name: string) =>
          name in values ? JSON.stringify(values[name]) : use,
        )
        return { code: replaced, map: null }
      },
    },
  }
}
