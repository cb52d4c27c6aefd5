import { type FeatureKey, featureKeys, type PlaceType } from '@papadag/contract/places'

export interface Standing {
  type: PlaceType
  isMine: boolean
  isModerator: boolean
  isLocked: boolean
}

/** Playgrounds belong to everybody, restaurants to who added them; a lock stops all but moderators (decision L4, safety S35). */
export function mayEdit({ type, isMine, isModerator, isLocked }: Standing): boolean {
  return isModerator || (!isLocked && (type === 'playground' || isMine))
}

/** Whether each of these is something a place of this type can have. */
export function fitFeatures(type: PlaceType, features: readonly FeatureKey[]): boolean {
  const own: readonly FeatureKey[] = featureKeys[type]
  return features.every(key => own.includes(key))
}
