import { limits } from '@papadag/contract/limits'

const address = /https?:\/\/\S+/
/** Where apps show a place on a map. */
const mapAddress =
  /^https?:\/\/([\w.-]*\bgoogle\.[a-z.]+\/maps|maps\.google\.|maps\.app\.goo\.gl|goo\.gl\/maps|maps\.apple\.com|www\.openstreetmap\.org|osm\.org|www\.waze\.com|waze\.com)/

type Prefilled = { title?: string; location?: string; description?: string }

/**
 * What another app has shared with this one (`share_target` in the manifest), as the form has it: a place on a map is
 * where it is, anything else what it is about.
 */
export function sharedIn(query: URLSearchParams): Prefilled {
  const [title, text, url] = ['shared-title', 'shared-text', 'shared-url'].map(name => query.get(name)?.trim() ?? '')
  const link = url || address.exec(text ?? '')?.[0] || ''
  const words = (text ?? '').replace(link, '').trim()
  const [firstLine = ''] = words.split('\n')
  if (mapAddress.test(link)) {
    return cut({ location: title || firstLine, description: link })
  }
  const about = title || firstLine
  const more = [words === about ? '' : words, link].filter(part => part !== '')
  return cut({ title: about, description: more.join('\n') })
}

/** No longer than the fields are, and nothing that is empty. */
function cut(all: Prefilled): Prefilled {
  const entries = Object.entries(all).map(([name, value]): [string, string] => [
    name,
    [...value].slice(0, limits[name as keyof Prefilled]).join(''),
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}
