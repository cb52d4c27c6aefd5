import { relative } from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import type { LinguiConfigNormalized } from '@lingui/conf'
import type { Plugin } from 'vite'

const door = /\/platform\/texts\/(\w+)\.po$/

/**
 * Makes one compiled chunk per language: who imports the platform's catalogue gets those of all folders.
 * A sentence without a translation shows the English one; the gate finds it with `lingui compile --strict`.
 */
export function texts(config: LinguiConfigNormalized): Plugin {
  return {
    name: 'papadag-texts',
    transform: {
      filter: { id: door },
      async handler(_, id) {
        const locale = door.exec(id)?.[1]
        if (!locale) return
        const messages: Record<string, string> = {}
        for (const catalog of await getCatalogs(config)) {
          const { messages: its } = await catalog.getTranslations(locale, {
            sourceLocale: config.sourceLocale,
            fallbackLocales: { default: config.sourceLocale },
          })
          this.addWatchFile(catalog.getFilename(locale))
          for (const [key, text] of Object.entries(its)) {
            if ((messages[key] ?? text) !== text)
              this.error(`One sentence, two translations (give it a context): "${messages[key]}" and "${text}"`)
            messages[key] = text
          }
        }
        const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'es' })
        const [first] = errors
        if (first) this.error(`${relative(config.rootDir, id)}: "${first.source}" ${first.error.message}`)
        return { code: source, map: null, moduleType: 'js' }
      },
    },
  }
}
