import type { Plugin } from 'vite'

/**
 * Makes Chromium compile these scripts while they arrive, instead of function by function while the first screen is
 * rendered. The others are still compiled as they run.
 */
export function eager(names: ReadonlySet<string>): Plugin {
  return {
    name: 'papadag-eager',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // The hint counts only on the first line, where Vite's own list of files comes after the bundler's `postBanner`.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && names.has(chunk.name))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      },
    },
  }
}
