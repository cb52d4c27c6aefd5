import { limits } from '@papadag/contract/limits'

const address = /https?:\/\/\S+/
/** Hosts of the links by which apps share a place on a map. */
const mapAddress =
  /^https?:\/\/([\w.-]*\bgoogle\.[a-z.]+\/maps|maps\.google\.|maps\.app\.goo\.gl|goo\.gl\/maps|maps\.apple\.com|www\.openstreetmap\.org|osm\.org|www\.waze\.com|waze\.com)/

const longest = { title: limits.title, location: limits.location, description: limits.description }

type Prefilled = { title?: string; location?: string; description?: string }

/**
 * The data that another app has shared (`share_target` in the manifest), as form values: a place on a map becomes the
 * location, anything else the description.
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

/** Truncated to the fields' lengths, without empty values. */
function cut(all: Prefilled): Prefilled {
  const entries = Object.entries(all).map(([name, value]): [string, string] => [
    name,
    [...value].slice(0, longest[name as keyof Prefilled]).join(''),
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}
