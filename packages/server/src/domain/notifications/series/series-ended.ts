import { type Db, sql } from '../../../platform/db/db.ts'
import { type NotificationDefinition, pathToItsPlaydate } from '../kind.ts'
import { aboutSeries, tell } from '../tell.ts'

const kind = 'series.ended'

/** A series has ended in which he had a standing place, or whose open hours he usually attended. */
export const seriesEnded = {
  kind,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: () => true,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Een reeks is gestopt',
        en: 'A series has ended',
        de: 'Eine Reihe ist zu Ende',
        fr: 'Une série est terminée',
        es: 'Una serie ha terminado',
      },
      body: {
        nl: 'De speelafspraak waar je meestal was, komt niet meer terug.',
        en: 'The playdate you were usually at won’t repeat any more.',
        de: 'Die Verabredung, bei der du meistens dabei warst, wiederholt sich nicht mehr.',
        fr: 'Le rendez-vous où tu étais d’habitude ne se répète plus.',
        es: 'La quedada a la que solías ir ya no se repite.',
      },
    },
  },
} satisfies NotificationDefinition

/** Tells these regulars that a series has ended. */
export async function tellSeriesEnded(
  tx: Db,
  regulars: readonly { seriesId: number; userId: number }[],
): Promise<void> {
  if (regulars.length === 0) return
  await tell(
    tx,
    sql`select r.user_id, ${kind}::text, ${aboutSeries}, null::int, 'series ' || s.id
          from unnest(${regulars.map(({ seriesId }) => seriesId)}::int[], ${regulars.map(({ userId }) => userId)}::int[])
               as r (series_id, user_id)
          join series s on s.id = r.series_id`,
    { isOneAct: true },
  )
}
