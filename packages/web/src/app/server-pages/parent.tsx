import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { parentPage, SeenByParent } from '@papadag/contract/parent-links'
import type { Shown } from '@papadag/contract/route'
import { buttonClass } from '@papadag/ui/button'
import { CalendarLeaf } from '@papadag/ui/calendar/calendar-leaf'
import { Fact } from '@papadag/ui/fact'
import { Icon } from '@papadag/ui/pictures/icon'
import { textLinkClass } from '@papadag/ui/text-link'
import { mapApps } from '../../domain/places/map-apps.ts'
import { useDates } from '../../platform/language/dates.ts'
import { EndedLink, Frame } from './frame.tsx'
import type { Screen } from './screen.ts'

/**
 * Where and when a father is, for the other parent. It has no tags for previews, since other apps keep those for good.
 */
export const parent: Screen<Shown<typeof parentPage>> = {
  title: (shown, i18n) => i18n._(shown ? msg`A playdate` : msg`This link no longer works`),
  Page: ({ shown }) => (
    <Frame
      link={
        <a className={textLinkClass} href="/auth">
          <Trans>What is Papadag?</Trans>
        </a>
      }
    >
      {shown ? <Seen seen={shown} /> : <Unknown />}
    </Frame>
  ),
}

function Seen({ seen: { startTime, endTime, state, address, area, point, hostName } }: { seen: SeenByParent }) {
  const { t } = useLingui()
  const dates = useDates()
  const isOff = state === 'cancelled'
  return (
    <section className="card grid gap-5 rounded-kap-l bg-surface p-6 card-shadow">
      <div className="flex gap-5">
        <CalendarLeaf {...dates.leaf(startTime)} big />
        <div className="min-w-0">
          <h1 className="break-words">
            {isOff ? t`This playdate is cancelled` : hostName ? t`A playdate organised by ${hostName}` : t`A playdate`}
          </h1>
          <p className="mt-2 font-[650]">{dates.dayAndMonth(startTime)}</p>
        </div>
      </div>
      <div className="grid gap-2">
        <Fact icon="clock">{dates.timeRange(startTime, endTime)}</Fact>
        {!isOff && (
          <Fact icon="pin">{address ?? (area ? t`Near ${area}` : t`At somebody’s home. Ask dad where exactly.`)}</Fact>
        )}
        {!isOff && (
          <Fact icon="user">
            <b>
              <Comes state={state} />
            </b>
          </Fact>
        )}
      </div>
      {point && (
        <a
          href={mapApps.osm.to(point)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t`Directions with OpenStreetMap (opens in a new tab)`}
          className={buttonClass({ variant: 'picked', size: 44 })}
        >
          <Icon name="route" size={18} />
          <Trans>Directions</Trans>
        </a>
      )}
      <p className="border-line border-t-2 border-dashed pt-3 text-ink-2 text-sm">
        <Trans>
          This page only shows where and when, and works until two hours after the end. Reload it for the latest.
        </Trans>
      </p>
    </section>
  )
}

function Comes({ state }: Pick<SeenByParent, 'state'>) {
  if (state === 'coming') return <Trans>Dad is coming.</Trans>
  if (state === 'unsure') return <Trans>Dad hasn’t said yet whether he is coming.</Trans>
  return <Trans>It is over.</Trans>
}

function Unknown() {
  return (
    <EndedLink
      action={
        <a className={buttonClass()} href="/auth">
          <Trans>What is Papadag?</Trans>
        </a>
      }
    >
      <Trans>The playdate is over, or dad is no longer coming. Ask him.</Trans>
    </EndedLink>
  )
}
