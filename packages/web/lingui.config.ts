import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { languages } from '@papadag/contract/limits'

const roots = ['app', 'pages', 'domain', 'platform', 'features/{name}']

export default defineConfig({
  // The English in the sources is the specification's, so it is also the English catalogue.
  sourceLocale: 'en',
  locales: [...languages],
  // A fallback would make the strict check pass over every gap; the build adds its own (vite/texts.ts).
  fallbackLocales: false,
  format: formatter({ lineNumbers: false }),
  catalogs: roots.map(root => ({
    path: `<rootDir>/src/${root}/texts/{locale}`,
    include: [`<rootDir>/src/${root}`],
    exclude: ['**/*.test.*'],
  })),
})
