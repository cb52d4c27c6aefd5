import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Today } from '@papadag/contract/today'
import { Avatar } from '@papadag/ui/pictures/avatar'
import { RowContent, RowIcon, rowClass, rowItemClass, rowListClass } from '@papadag/ui/row'
import { distanceIn } from '../../domain/places/distance.ts'
import { noonOf } from '../../domain/playdates/rhythm-words.ts'
import { useDates } from '../../platform/language/dates.ts'
import { listIn } from '../../platform/language/formats.ts'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { pictureAddress } from '../../platform/pictures/picture-address.ts'
import { sayUnavailable } from '../../platform/screen/quiet.tsx'

type Day = NonNullable<Today['day']>

/** Loaded with the tap, since few fathers see the row. */
async function inviteDads() {
  try {
    const loaded = await import('../../features/users/fathers/invite-dads.ts')
    await loaded.inviteDads()
  } catch {
    sayUnavailable()
  }
}

/** His next papa day: who else is free, what has room, and planning something; without papa days, how to have one. */
export function HisDay({ day }: { day: Today['day'] }) {
  return day ? <OnDay day={day} /> : <NoDay />
}

function OnDay({ day }: { day: Day }) {
  const dates = useDates()
  const { date, playdates, nearestM, faces } = day
  const { i18n } = useLingui()
  const noon = noonOf(date)
  const weekday = dates.weekday(new Date(noon).getDay())
  const ask = faces.map(({ id }) => id).join(',')
  const distance = nearestM === null ? '' : distanceIn(i18n.locale, nearestM)
  return (
    <section aria-labelledby="his-day">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="his-day">
          <Trans>Your {weekday}</Trans>
        </h2>
        <span className="font-bold text-ink-2 text-sm">{dates.shortDate(noon)}</span>
      </div>
      <ul className={rowListClass}>
        <li className={rowItemClass}>
          <Fathers day={day} />
        </li>
        {playdates > 0 && (
          <li className={rowItemClass}>
            <Link to={pathTo('playdates', {}, { day: date })} className={rowClass}>
              <RowContent
                leading={<RowIcon name="calendar" />}
                title={<Plural value={playdates} one="# playdate with room" other="# playdates with room" />}
                detail={
                  distance && (playdates === 1 ? <Trans>{distance} away</Trans> : <Trans>From {distance} away</Trans>)
                }
              />
            </Link>
          </li>
        )}
        <li className={rowItemClass}>
          <Link to={pathTo('create-playdate', {}, { date, ...(ask && { ask }) })} className={rowClass}>
            <RowContent leading={<RowIcon name="plus" />} title={<Trans>Plan something</Trans>} />
          </Link>
        </li>
      </ul>
    </section>
  )
}

/** Who near him is free then too; for fewer than three, whom he could bring along. */
function Fathers({ day: { fathers, faces } }: { day: Day }) {
  const { i18n } = useLingui()
  if (fathers === null) {
    return (
      <button type="button" className={rowClass} onClick={() => void inviteDads()}>
        <RowContent
          leading={<RowIcon name="users" />}
          title={<Trans>Invite dads</Trans>}
          detail={<Trans>There are few of you yet. Bring a dad along.</Trans>}
        />
      </button>
    )
  }
  const shown = faces.slice(0, 3)
  return (
    <Link to={pathTo('discover')} className={rowClass}>
      <RowContent
        leading={
          <span aria-hidden className="flex">
            {shown.map(({ id, firstName, lastName, profileImage }) => (
              <Avatar
                key={id}
                userId={id}
                name={`${firstName} ${lastName}`}
                src={pictureAddress(profileImage)}
                className="not-first:-ml-2"
              />
            ))}
          </span>
        }
        title={<Plural value={fathers} one="# dad is free" other="# dads are free" />}
        detail={listIn(
          i18n.locale,
          shown.map(({ firstName }) => firstName),
        )}
      />
    </Link>
  )
}

function NoDay() {
  return (
    <section aria-labelledby="his-day">
      <h2 id="his-day" className="mb-2">
        <Trans>Which day is yours?</Trans>
      </h2>
      <div className={rowListClass}>
        <Link to={pathTo('profile', {}, { tab: 'settings', section: 'papa-days' })} className={rowClass}>
          <RowContent
            leading={<RowIcon name="calendar" />}
            title={<Trans>Say which days are yours</Trans>}
            detail={<Trans>Then you see who near you is free too. Nobody gets to see your list.</Trans>}
          />
        </Link>
      </div>
    </section>
  )
}
