import type { Place, PlaceDetail } from '@papadag/contract/places/places'

/** For tests: a playground in Amsterdam that somebody else added. */
export function aPlace(changes: Partial<Place> = {}): Place {
  return {
    id: 7,
    name: 'Het Woeste Westen',
    type: 'playground',
    description: null,
    address: 'Overbrakerpad 3, Amsterdam',
    latitude: 52.388,
    longitude: 4.871,
    features: ['waterGames', 'benches'],
    imageUrl: null,
    rating: 4.75,
    reviewCount: 4,
    distance: 649.6,
    isSaved: false,
    source: 'user',
    status: 'confirmed',
    updatedAt: '2026-11-01T10:00:00.000Z',
    isNameDerived: false,
    changingTable: null,
    facts: {},
    state: null,
    ...changes,
  }
}

export function aRestaurant(changes: Partial<Place> = {}): Place {
  return aPlace({
    id: 8,
    name: 'De Vrolijke Stroop',
    type: 'restaurant',
    address: 'Spaarne 41, Haarlem',
    features: ['kidsMenu'],
    distance: 1249,
    ...changes,
  })
}

export function aDetail(changes: Partial<PlaceDetail> = {}): PlaceDetail {
  return {
    ...aPlace(),
    isMine: false,
    mayEdit: true,
    mayConfirm: false,
    editWaits: false,
    mayAnswer: false,
    myAnswers: {},
    editsToApply: 0,
    corrections: [],
    ...changes,
  }
}
