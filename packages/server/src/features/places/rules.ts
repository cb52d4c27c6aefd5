import { type FeatureKey, featureKeys, type PlaceType } from '@papadag/contract/places/places'

export interface Standing {
  type: PlaceType
  isMine: boolean
  isModerator: boolean
  isLocked: boolean
}

/**
 * Any member may edit playgrounds, only contributors their restaurants, and only moderators a locked place (decision
 * L4, safety S35).
 */
export function mayEdit({ type, isMine, isModerator, isLocked }: Standing): boolean {
  return isModerator || (!isLocked && (type === 'playground' || isMine))
}

/** Whether a place of this type can have all these features. */
export function fitFeatures(type: PlaceType, features: readonly FeatureKey[]): boolean {
  const own: readonly FeatureKey[] = featureKeys[type]
  return features.every(key => own.includes(key))
}
