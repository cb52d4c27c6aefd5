import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { createPages, type PagesOptions, webRoot } from '../../platform/http/pages/pages.ts'

export const facts: PagesOptions['facts'] = {
  contact: undefined,
  chatDays: 90,
  tileHost: () => '',
  hasWeather: true,
  hasForecast: false,
}

export async function pagesWith(options: Partial<PagesOptions> = {}) {
  const pages = await createPages({ hasDeveloperPages: true, hasMail: false, facts, ...options })
  if (!pages) throw new Error('The web app is not built.')
  return pages
}

export const member = { language: 'nl', hasSession: true, isDrawn: true } as const

export const visitor = { language: 'nl', hasSession: false, isDrawn: true } as const

const manifest = z
  .record(
    z.string(),
    z.object({ file: z.string(), name: z.optional(z.string()), css: z.optional(z.array(z.string())) }),
  )
  .parse(JSON.parse(readFileSync(`${webRoot}.vite/manifest.json`, 'utf8')))

export const fileOf = (key: string) => `/${manifest[key]?.file}`

/** A chunk that several screens share, by its name in the web's load order. */
export const shared = (chunk: string) => `/${Object.values(manifest).find(({ name }) => name === chunk)?.file}`

export const chunks = (html: string) =>
  [...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, at]) => at)

export const stylesOf = (key: string) => manifest[key]?.css?.map(file => `/${file}`) ?? []
