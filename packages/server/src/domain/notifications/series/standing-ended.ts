import { type Db, sql } from '../../../platform/db/db.ts'
import { isoOf } from '../../../platform/db/moment.ts'
import { isAhead } from '../../playdates/state.ts'
import { type NotificationDefinition, pathToItsPlaydate } from '../kind.ts'
import { aboutSeries, tell } from '../tell.ts'

const kind = 'series.standingEnded'

/** His standing place has ended because he did not answer twice in a row. */
export const standingEnded = {
  kind,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: () => true,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Je vaste plek is gestopt',
        en: 'Your standing place has ended',
        de: 'Dein fester Platz ist beendet',
        fr: 'Ta place attitrée est terminée',
        es: 'Tu plaza fija ha terminado',
      },
      body: {
        nl: 'Je liet twee keer niet weten of je komt. Je kunt altijd weer een vaste plek nemen.',
        en: 'You did not say twice whether you are coming. You can take a standing place again any time.',
        de: 'Du hast zweimal nicht gesagt, ob du kommst. Du kannst jederzeit wieder einen festen Platz nehmen.',
        fr: 'Deux fois, tu n’as pas dit si tu venais. Tu peux reprendre une place attitrée à tout moment.',
        es: 'No dijiste dos veces si venías. Puedes volver a tener una plaza fija cuando quieras.',
      },
    },
  },
} satisfies NotificationDefinition

/** Tells somebody that his standing place in a series has ended because he did not answer, and names its next date, where he can take it again. */
export async function tellStandingEnded(tx: Db, seriesId: number, userId: number): Promise<void> {
  await tell(
    tx,
    sql`select ${userId}::int, ${kind}::text,
               ${aboutSeries} || coalesce((select jsonb_build_object('playdateId', p.id, 'startTime', ${isoOf(sql`p.start_time`)})
                 from playdates p where p.series_id = s.id and ${isAhead} order by p.start_time limit 1), '{}'),
               null::int, 'series ' || s.id
          from series s where s.id = ${seriesId}`,
  )
}
