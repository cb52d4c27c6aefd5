import { relative } from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import type { LinguiConfigNormalized } from '@lingui/conf'
import type { Plugin } from 'vite'
import type {} from 'vitest/config'
import { reachable } from './reachable.ts'

const door = /\/platform\/texts\/(\w+)\.po(?:\?(auth|others))?$/

/**
 * Makes three compiled chunks per language out of the catalogues of all folders, so that a first screen waits for no
 * words but its own. The plain one holds what the shell and home can show; `?auth` what the page to sign in shows
 * beyond that; `?others` all that the plain one lacks.
 * A sentence without a translation shows the English one; the gate finds it with `lingui compile --strict`.
 */
export function texts(config: LinguiConfigNormalized): Plugin {
  return {
    name: 'papadag-texts',
    configureVitest({ defineCacheKeyGenerator }) {
      // Modules are built from other files than their name suggests, so a cached result may be stale.
      defineCacheKeyGenerator(({ id }) => (door.test(id) ? false : undefined))
    },
    transform: {
      filter: { id: door },
      async handler(_, id) {
        const [, locale, part] = door.exec(id) ?? []
        if (!locale) return
        const first = reachable(config.rootDir, ['src/app/main.tsx', 'src/pages/home.tsx'], 'also later')
        const auth = reachable(config.rootDir, ['src/pages/auth.tsx'], 'also later')
        const messages: Record<string, string> = {}
        for (const catalog of await getCatalogs(config)) {
          const { messages: its } = await catalog.getTranslations(locale, {
            sourceLocale: config.sourceLocale,
            fallbackLocales: { default: config.sourceLocale },
          })
          const known = (await catalog.read(locale)) ?? {}
          this.addWatchFile(catalog.getFilename(locale))
          for (const [key, text] of Object.entries(its)) {
            if ((messages[key] ?? text) !== text)
              this.error(`One sentence, two translations (give it a context): "${messages[key]}" and "${text}"`)
            const isIn = (files: ReadonlySet<string>) => (known[key]?.origin ?? []).some(([file]) => files.has(file))
            if (isIn(first) ? part : part !== 'others' && !(part === 'auth' && isIn(auth))) continue
            messages[key] = text
          }
        }
        const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'json' })
        const [problem] = errors
        if (problem) this.error(`${relative(config.rootDir, id)}: "${problem.source}" ${problem.error.message}`)
        return {
          code: `export const messages = JSON.parse(${JSON.stringify(alikeTogether(source))})`,
          map: null,
          moduleType: 'js',
        }
      },
    },
  }
}

/** A compiled catalogue in the order of its sentences: packed, it is a thirtieth smaller than in that of their ids. */
function alikeTogether(source: string): string {
  const { messages } = JSON.parse(source) as { messages: Record<string, unknown> } // as the compiler writes it
  const sentences = Object.entries(messages).map(([id, sentence]) => ({ id, sentence, text: JSON.stringify(sentence) }))
  sentences.sort((a, b) => (a.text < b.text ? -1 : 1))
  return JSON.stringify(Object.fromEntries(sentences.map(({ id, sentence }) => [id, sentence])))
}
