import { limits } from '@papadag/contract/limits'
import { type FeatureKey, featureKeys, type Place } from '@papadag/contract/places/places'
import type { IssueCode } from '@papadag/contract/problems'
import { isPictureAddress } from '../../../platform/pictures/picture-file.ts'
import { isLocated } from '../measures.ts'

/** The values of the place form, as typed. */
export type PlaceValues = {
  name: string
  description: string
  address: string
  latitude: string
  longitude: string
  features: FeatureKey[]
  /** The address of an external picture; only for a new restaurant. */
  imageUrl: string
  picture: Blob | undefined
}

export type ValueProblems = Partial<Record<keyof PlaceValues, IssueCode>>

export function emptyValues(given: Partial<PlaceValues> = {}): PlaceValues {
  return {
    name: '',
    description: '',
    address: '',
    latitude: '',
    longitude: '',
    features: [],
    imageUrl: '',
    picture: undefined,
    ...given,
  }
}

/** The form values of an existing place. */
export function valuesOf(place: Place): PlaceValues {
  const { name, description, address, features } = place
  const isKnown = isLocated(place)
  return emptyValues({
    name,
    description: description ?? '',
    address: address ?? '',
    latitude: isKnown ? String(place.latitude) : '',
    longitude: isKnown ? String(place.longitude) : '',
    features,
  })
}

const texts = ['name', 'description', 'address', 'latitude', 'longitude', 'imageUrl'] as const

/** The changes to the initial values; half a position is not sent. */
export function changesIn(values: PlaceValues, initial: PlaceValues): Partial<Omit<PlaceValues, 'picture'>> {
  const { latitude, longitude } = values
  const isMoved = latitude !== initial.latitude || longitude !== initial.longitude
  const areOther = [...values.features].sort().join() !== [...initial.features].sort().join()
  return {
    ...(values.name !== initial.name && { name: values.name }),
    ...(values.description !== initial.description && { description: values.description }),
    ...(values.address !== initial.address && { address: values.address }),
    ...(isMoved && { latitude, longitude }),
    ...(values.imageUrl !== initial.imageUrl && { imageUrl: values.imageUrl }),
    ...(areOther && { features: values.features }),
  }
}

export type PlaceChanges = ReturnType<typeof changesIn>

/** A stored draft, if it still fits the form. */
export function readChanges(stored: unknown): PlaceChanges | undefined {
  const found = new Map<string, unknown>(Object.entries(Object(stored)))
  const features = found.get('features') ?? []
  const known: readonly unknown[] = Object.values(featureKeys).flat()
  const fits =
    texts.every(name => typeof (found.get(name) ?? '') === 'string') &&
    Array.isArray(features) &&
    features.every(key => known.includes(key))
  // Each field was just compared with the form's own.
  return fits ? (stored as PlaceChanges) : undefined
}

/** The form's errors by field (specification 5). */
export function problemsIn(values: PlaceValues, rules: { needsAddress: boolean }): ValueProblems {
  const { name, description, address, latitude, longitude, imageUrl } = values
  const problems: ValueProblems = {}
  if (lengthOf(name) < limits.placeNameMin) problems.name = 'place.nameTooShort'
  else if (lengthOf(name) > limits.placeName) problems.name = 'text.tooLong'
  if (lengthOf(description) > limits.description) problems.description = 'text.tooLong'
  if (rules.needsAddress && lengthOf(address) < limits.placeAddressMin) problems.address = 'place.addressRequired'
  else if (lengthOf(address) > limits.placeAddress) problems.address = 'text.tooLong'
  if (Math.abs(degreesIn(latitude) ?? 0) > 90) problems.latitude = 'place.position'
  if (Math.abs(degreesIn(longitude) ?? 0) > 180) problems.longitude = 'place.position'
  if (lengthOf(imageUrl) > limits.url) problems.imageUrl = 'text.tooLong'
  else if (imageUrl.trim() !== '' && !isPictureAddress(imageUrl.trim())) problems.imageUrl = 'url.invalid'
  return problems
}

function lengthOf(text: string) {
  return [...text.trim()].length
}

/** The position in the form; text that is not a number becomes 0, and half a position counts as none (decision L2). */
export function positionIn(values: Pick<PlaceValues, 'latitude' | 'longitude'>) {
  const [latitude, longitude] = [degreesIn(values.latitude), degreesIn(values.longitude)]
  return latitude === undefined || longitude === undefined ? { latitude: 0, longitude: 0 } : { latitude, longitude }
}

/** Degrees as typed, with a comma or a dot (decision L8); undefined if not a number. */
function degreesIn(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.')
  const degrees = Number(text)
  return text !== '' && Number.isFinite(degrees) ? degrees : undefined
}
