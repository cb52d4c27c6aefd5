import { join, relative } from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import type { LinguiConfigNormalized } from '@lingui/conf'
import type { Plugin, Rolldown } from 'vite'
import type {} from 'vitest/config'
import { onDemand, router, words } from './load-order.ts'

const catalogue = /\/platform\/texts\/(\w+)\.po(?:\?(\w+))?$/

/**
 * Compiles the catalogues of all folders into chunks per language: several in a build, so that a first screen waits
 * only for its own texts. A sentence without a translation falls back to English; the gate finds it with `lingui
 * compile --strict`.
 */
export function texts(config: LinguiConfigNormalized): Plugin {
  return {
    name: 'papadag-texts',
    configureVitest({ defineCacheKeyGenerator }) {
      // Modules are built from files other than their name suggests, so a cached result may be stale.
      defineCacheKeyGenerator(({ id }) => (catalogue.test(id) ? false : undefined))
    },
    transform: {
      filter: { id: catalogue },
      async handler(_, id) {
        const [, locale = '', part] = catalogue.exec(id) ?? []
        for (const catalog of await getCatalogs(config)) this.addWatchFile(catalog.getFilename(locale))
        // Which sentences these are is known once the bundler has seen every module.
        const isBuild = this.environment.config.command === 'build'
        const json = isBuild ? '__TEXTS__' : JSON.stringify(await compile(config, locale, () => part === undefined))
        return { code: `export const messages = JSON.parse(${json})`, map: null, moduleType: 'js' }
      },
    },
    async renderChunk(code, { moduleIds }) {
      const [, locale, part = 'shell'] = moduleIds.map(id => catalogue.exec(id)).find(match => match !== null) ?? []
      if (!locale) return
      const isHere = (origins: string[]) => origins.some(file => this.getModuleInfo(join(config.rootDir, file)))
      const replaced = (json: string) => ({ code: code.replace('__TEXTS__', () => JSON.stringify(json)), map: null })
      // The server reads the texts of its pages from its disk, in one part.
      if (this.environment.name === 'server') return replaced(await compile(config, locale, isHere))
      const modules = new Map(Object.entries(words).map(([name, files]) => [name, modulesOf(this, files)]))
      modules.set('others', modulesOf(this, [...onDemand, ...otherPages(this)]))
      const json = await compile(config, locale, origins => {
        const isIn = (name: string) => origins.some(file => modules.get(name)?.has(file))
        if (part === 'shell' || isIn('shell')) return part === 'shell' && isIn('shell')
        return isIn(part) || (part === 'others' && isHere(origins) && ![...modules.keys()].some(isIn))
      })
      return replaced(json)
    },
  }

  /** The files that are needed with these, now or later. */
  function modulesOf(context: Rolldown.PluginContext, roots: readonly string[]) {
    // These wait for their texts themselves, except the idle ones, which the shell need not include.
    const apart = new Set([
      ...words.viewport,
      ...words.rare,
      ...words.onOpen,
      ...onDemand,
      ...(roots === words.shell ? words.idle : []),
    ])
    const found = new Set<string>()
    function follow(id: string) {
      const name = nameOf(id)
      if (found.has(name)) return
      found.add(name)
      const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {}
      for (const imported of importedIds) follow(imported)
      if (name === router) return
      for (const imported of dynamicallyImportedIds) if (!apart.has(nameOf(imported))) follow(imported)
    }
    for (const name of roots) {
      const id = join(config.rootDir, name)
      if (!context.getModuleInfo(id)) context.error(`vite/load-order.ts: there is no ${name}`)
      follow(id)
    }
    return found
  }

  function otherPages(context: Rolldown.PluginContext) {
    const own = new Set<string>(Object.values(words).flat())
    const { dynamicallyImportedIds = [] } = context.getModuleInfo(join(config.rootDir, router)) ?? {}
    return dynamicallyImportedIds.map(nameOf).filter(name => !own.has(name))
  }

  function nameOf(id: string) {
    return relative(config.rootDir, id)
  }
}

/** A language's sentences as JSON; `isWanted` is given the files that contain a sentence. */
async function compile(config: LinguiConfigNormalized, locale: string, isWanted: (origins: string[]) => boolean) {
  const messages: Record<string, string> = {}
  for (const catalog of await getCatalogs(config)) {
    const { messages: its } = await catalog.getTranslations(locale, {
      sourceLocale: config.sourceLocale,
      fallbackLocales: { default: config.sourceLocale },
    })
    const known = (await catalog.read(locale)) ?? {}
    for (const [key, text] of Object.entries(its)) {
      if ((messages[key] ?? text) !== text)
        throw new Error(`One sentence, two translations (give it a context): "${messages[key]}" and "${text}"`)
      if (isWanted((known[key]?.origin ?? []).map(([file]) => file))) messages[key] = text
    }
  }
  const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'json' })
  const [problem] = errors
  if (problem) throw new Error(`${locale}: "${problem.source}" ${problem.error.message}`)
  const { messages: compiled } = JSON.parse(source) as { messages: Record<string, unknown> } // as the compiler writes it
  const sentences = Object.entries(compiled)
  // In the order of the sentences: compressed, that is a thirtieth smaller than in the order of their ids.
  sentences.sort(([, a], [, b]) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  return JSON.stringify(Object.fromEntries(sentences))
}
