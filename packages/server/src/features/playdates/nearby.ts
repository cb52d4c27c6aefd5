import { record } from '../../domain/facts.ts'
import { comingOf } from '../../domain/notifications/coming.ts'
import { comingToo } from '../../domain/notifications/coming-too.ts'
import { type Job, type OutgoingKind, pathToPlaydate } from '../../domain/notifications/kind.ts'
import { openKind } from '../../domain/playdates/members-first.ts'
import { isAhead, isOpenToAll } from '../../domain/playdates/state.ts'
import { sql } from '../../platform/db/db.ts'

const kind = 'nearby'
const nearbyM = 5000
const nearbyAtMost = 500

/** Tells of a date that has been for the members of its circle until now. */
export const opening: Job = {
  kind: openKind,
  async run(db, { playdateId }) {
    await db.transaction(async tx => {
      if (
        playdateId !== null &&
        (await tx.count(sql`from playdates p where p.id = ${playdateId} and ${isAhead} and ${isOpenToAll}`)) > 0
      )
        await record(tx, { fact: 'opened', playdateId })
    })
    return 'done'
  },
}

/** Schedules a notice for everybody who wants to hear of new playdates near him. */
export const nearbyPlan: Job = {
  kind: 'nearby.plan',
  async run(db, { playdateId }) {
    await db.run(sql`
      insert into outbox (kind, user_id, playdate_id, dedupe_key, causer)
      select ${kind}, u.id, p.id, 'nearby:' || u.id, 'user ' || p.creator_id
        from playdates p
        join users u on p.spot_latitude is not null and u.neighbourhood_latitude is not null and u.id <> p.creator_id and u.hidden_at is null
         and 'true' in (u.notification_settings #>> '{push,nearby}', u.notification_settings #>> '{mail,nearby}')
         and metres_between(u.neighbourhood_latitude, u.neighbourhood_longitude,
                            p.spot_latitude, p.spot_longitude) < ${nearbyM}
       where p.id = ${playdateId} and ${isAhead} and ${isOpenToAll}
       order by u.id limit ${nearbyAtMost}
      on conflict (dedupe_key) do nothing`)
    return 'done'
  },
}

/** Tells a father of one new playdate near him, at most once a day. */
export const nearby: OutgoingKind = {
  kind,
  setting: 'nearby',
  hasMail: true,
  staysMs: 86_400_000,
  async contentOf(db, dues) {
    const coming = await comingOf(db, dues)
    return dues.map(({ playdateId }, at) => {
      const { startTime, isOn } = coming[at] ?? {}
      return startTime && !isOn && playdateId !== null
        ? { tag: `playdate-${playdateId}`, path: pathToPlaydate(playdateId), startTime }
        : undefined
    })
  },
  text: {
    title: {
      nl: 'Nieuwe speelafspraak bij jou in de buurt',
      en: 'New playdate near you',
      de: 'Neue Verabredung in deiner Nähe',
      fr: 'Nouveau rendez-vous près de chez toi',
      es: 'Nueva quedada cerca de ti',
    },
    body: comingToo,
  },
}
