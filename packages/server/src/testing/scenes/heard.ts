import { type Db, sql } from '../../platform/db/db.ts'

/** All that he has heard was so many hours ago. */
export const later = (db: Db, hours: number) =>
  db.run(sql`
    update outbox set payload = payload || jsonb_build_object('at', (payload ->> 'at')::timestamptz - make_interval(hours => ${hours}::int))
     where kind = 'heard'`)
