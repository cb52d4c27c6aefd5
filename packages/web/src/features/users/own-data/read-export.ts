import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { limits, uploadPath } from '@papadag/contract/limits'
import type { Imported } from '@papadag/contract/users/imports'

/** Fits the pictures of several years; a larger file would block a phone while it is read. */
const mostBytes = 64 * 1024 * 1024
/** Leaves room for the rest of the request. */
const requestBytes = limits.bodyBytes - 2048

/** A parsed export: the part to import, the profile picture, and the number of items that did not fit. */
export type ReadExport = { part: Imported; picture?: Blob; tooMany: number }

/** A file that is not an export; the message says why. */
export class UnreadableExport extends Error {
  readonly sentence: MessageDescriptor
  constructor(sentence: MessageDescriptor) {
    super('unreadable export')
    this.sentence = sentence
  }
}

/** Reads another Papadag's export in this browser; messages and everything else that is not imported never leave it. */
export async function readExport(file: File): Promise<ReadExport> {
  if (file.size > mostBytes) throw new UnreadableExport(msg`This file is larger than an export ever is.`)
  const all = fieldsOf(parse(await file.text()))
  if (all.format !== 'papadag-export') throw new UnreadableExport(msg`This is not an export of a Papadag.`)
  const account = fieldsOf(all.account)
  const places = listOf(all.favoritePlaces)
  const reviews = listOf(all.reviews)
  const part: Imported = {
    format: 'papadag-export',
    version: typeof all.version === 'number' ? all.version : 0,
    account: {
      ...textsIn(account, ['firstName', 'lastName', 'bio', 'phoneNumber', 'city']),
      favoriteLocations: listOf(account.favoriteLocations).filter(isText).slice(0, limits.favoriteLocations),
      childrenInfo: listOf(account.childrenInfo)
        .map(fieldsOf)
        .flatMap(({ name, birthMonth }) => (isText(name) && isText(birthMonth) ? [{ name, birthMonth }] : []))
        .slice(0, limits.children),
    },
    favoritePlaces: places.slice(0, limits.importedFavorites).map(placeIn),
    reviews: reviews.slice(0, limits.importedReviews).map(review => {
      const { rating, text } = fieldsOf(review)
      return { ...placeIn(review), rating: typeof rating === 'number' ? rating : 0, text: isText(text) ? text : null }
    }),
  }
  while (part.reviews?.length && new TextEncoder().encode(JSON.stringify(part)).length > requestBytes)
    part.reviews.pop()
  const taken = (part.favoritePlaces?.length ?? 0) + (part.reviews?.length ?? 0)
  const picture = pictureIn(all.pictures, account.profileImage)
  return { part, tooMany: places.length + reviews.length - taken, ...(picture && { picture }) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableExport(msg`This file is damaged, or no export of a Papadag.`)
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** An object's fields; none for anything else. */
function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // each is looked at
}

function textsIn<K extends string>(fields: Partial<Record<string, unknown>>, names: readonly K[]) {
  const texts: Partial<Record<K, string>> = {}
  for (const name of names) {
    const value = fields[name]
    if (isText(value)) texts[name] = value
  }
  return texts
}

function placeIn(value: unknown): NonNullable<Imported['favoritePlaces']>[number] {
  const { placeName, type, latitude, longitude } = fieldsOf(value)
  return {
    placeName: isText(placeName) ? placeName : null,
    type: type === 'playground' || type === 'restaurant' ? type : null,
    latitude: typeof latitude === 'number' ? latitude : null,
    longitude: typeof longitude === 'number' ? longitude : null,
  }
}

/** His profile picture; the server re-encodes it. */
function pictureIn(pictures: unknown, address: unknown): Blob | undefined {
  if (!isText(address) || !uploadPath.test(address)) return undefined
  const found = listOf(pictures)
    .map(fieldsOf)
    .find(picture => picture.address === address)
  if (!isText(found?.base64) || found.base64.length > 2 * limits.imageBytes) return undefined
  try {
    return new Blob([Uint8Array.from(atob(found.base64), sign => sign.charCodeAt(0))], { type: 'image/webp' })
  } catch {
    return undefined
  }
}
