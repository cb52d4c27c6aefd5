import type { PublicUser } from '@papadag/contract/users/users'

/** For tests: a father of the same city, as a member who has never met him sees him. */
export function aFather(changes: Partial<PublicUser> = {}): PublicUser {
  return {
    id: 2,
    firstName: 'Kwame',
    lastName: 'Mensah',
    profileImage: null,
    bio: 'Bouwt hutten.',
    city: 'Diemen',
    badge: 'Active Dad',
    favoriteLocations: ['Oosterpark'],
    ...changes,
  }
}
