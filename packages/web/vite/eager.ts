import type { Plugin } from 'vite'

/**
 * Lets Chromium compile these scripts while they arrive, instead of one function after another while the first screen is
 * drawn. The others are still compiled as far as they run.
 */
export function eager(names: ReadonlySet<string>): Plugin {
  return {
    name: 'papadag-eager',
    generateBundle: {
      // The hint counts only in the first line, where Vite's own list of files is after the bundler's `postBanner`.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && names.has(chunk.name))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      },
    },
  }
}
