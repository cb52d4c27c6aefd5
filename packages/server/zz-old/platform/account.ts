import { User } from '@papadag/contract/users'
import { type Db, sql } from './db.ts'

/** A user as he sees himself; nobody else ever gets this projection (safety 2). Undefined when there is no such user. */
export function ownUser(db: Db, id: number): Promise<User | undefined> {
  return db.one(
    User,
    sql`select u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName", u.bio,
               u.profile_image as "profileImage", u.phone_number as "phoneNumber", u.city, u.badge,
               u.favorite_locations as "favoriteLocations",
               (select coalesce(json_agg(json_build_object(
                         'name', c.name,
                         'age', extract(year from age((now() at time zone 'Europe/Amsterdam')::date, c.birth_month))::int,
                         'birthMonth', to_char(c.birth_month, 'YYYY-MM')) order by c.position, c.id), '[]'::json)
                  from children c where c.user_id = u.id) as "childrenInfo"
          from users u where u.id = ${id}`,
  )
}
