import { Trans, useLingui } from '@lingui/react/macro'
import { fold } from '@papadag/contract/places/folding'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { today as todayOf } from '@papadag/contract/today'
import { type PublicUser, suggestedUsers } from '@papadag/contract/users/users'
import { Badge } from '@papadag/ui/badge'
import { IconButton } from '@papadag/ui/icon-button'
import { LeafCardSkeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { textLinkClass } from '@papadag/ui/text-link'
import { Suspense, useEffect, useRef, useState } from 'react'
import { filtersInAddress } from '../../features/playdates/list/filters.ts'
import { PlaydateCard } from '../../features/playdates/list/playdate-card.tsx'
import { useWished } from '../../features/playdates/list/use-wished.ts'
import { FatherCard } from '../../features/users/fathers/father-card.tsx'
import { FirstSteps } from '../../features/users/first-steps/first-steps.tsx'
import { AskWhere } from '../../features/users/neighbourhood/ask-where.tsx'
import { useRead } from '../../platform/data/data.ts'
import { listIn } from '../../platform/language/formats.ts'
import { focusHeading, Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { laterInside } from '../../platform/screen/when-near.tsx'
import { type FirstSteps as Steps, setFirstSteps, type Wish } from '../../platform/session/onboarding-progress.ts'
import { useUser } from '../../platform/session/session.ts'
import { FirstStepsRoom } from './home-frame.tsx'

const FirstAnywhere = laterInside(async () => (await import('./home-town.tsx')).FirstAnywhere, 'rare')

type Position = { latitude: number; longitude: number }

type Props = {
  steps: Steps
  /** The browser's position, if known; otherwise his home counts. */
  here: Position | undefined
  /** Neither the browser nor his profile says where he is. */
  isUnknown: boolean
  locate: () => Promise<Position | undefined>
}

/** The top of home in the first minutes: three questions, then fathers and playdates that fit the answers. */
export function HomeFirst({ steps, ...where }: Props) {
  const wasAsked = useRef('at' in steps)
  const today = useRead(todayOf, {})
  // Decided on arrival: what he joins from here moves nothing.
  const [isEmpty, setIsEmpty] = useState<boolean>()
  if (isEmpty === undefined && today.data) setIsEmpty(!today.data.next && today.data.due.length === 0)
  // Later suggestions are on Discover.
  useEffect(() => {
    if (isEmpty === false && !wasAsked.current) setFirstSteps(undefined)
  }, [isEmpty])
  const isAlone = !('at' in steps) && Boolean(today.data?.town)
  useEffect(() => {
    if (!isAlone) return
    // Today has something better for him below.
    setFirstSteps(undefined)
    if (wasAsked.current) focusHeading()
  }, [isAlone])
  if (isAlone) return null
  // What is due would come instead.
  if (!today.data && !today.error) return <FirstStepsRoom />
  if ('at' in steps) return <FirstSteps at={steps.at} locate={where.locate} />
  return <ForYou wish={steps.wish} {...where} takesFocus={wasAsked.current} />
}

const row = 'grid grid-cols-[minmax(0,1fr)] gap-3.5 md:grid-cols-2 lg:grid-cols-3'

type ForYouProps = Omit<Props, 'steps'> & { wish: Wish; takesFocus: boolean }

function ForYou({ wish, here, isUnknown, locate, takesFocus }: ForYouProps) {
  const { t } = useLingui()
  const { city, home } = useUser()
  const near = here ?? home
  const fathers = useRead(suggestedUsers, {})
  const playdates = useWished(wish, near)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const close = () => setFirstSteps(undefined)
  const suggested = fathers.data ?? []
  const isNear = suggested.some(father => isCloseTo(father, city))
  // Whoever lives further away is not what was looked for.
  const known = (near ? suggested.filter(({ distance }) => distance !== '10+') : suggested).slice(0, 3)
  // A town without a known position has nothing nearby.
  const isNowhere = near === undefined && city !== null
  const planned = isNowhere ? [] : (playdates.data ?? [])
  const isKnown = (fathers.data ?? fathers.error) && (playdates.data ?? playdates.error)
  const isFirst = isKnown && (near !== undefined || isNowhere) && !isNear && planned.length === 0
  return (
    <section aria-labelledby="for-you" className="card min-h-84 rounded-kap-l bg-surface p-4 card-shadow md:p-6">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 id="for-you" ref={heading} tabIndex={-1}>
          <Trans>For you</Trans>
        </h2>
        <IconButton icon="x" aria-label={t`Close`} onClick={close} />
      </div>
      <Answers wish={wish} from={here ? 'here' : home ? 'home' : undefined} />
      {!isKnown ? (
        <SkeletonGroup label={t`Loading...`} className={row}>
          {[1, 2, 3].map(one => (
            <LeafCardSkeleton key={one} />
          ))}
        </SkeletonGroup>
      ) : isFirst ? (
        <Suspense fallback={<div className="min-h-84" />}>
          <FirstAnywhere city={city} />
        </Suspense>
      ) : (
        <>
          <Planned wish={wish} isNear={near !== undefined} planned={planned} />
          {known.length > 0 && (
            <>
              <h3 className="mt-5 mb-2.5">
                <Trans>Dads for you</Trans>
              </h3>
              <ul className={row}>
                {known.map(father => (
                  <li key={father.id}>
                    <FatherCard father={father} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      {isKnown && (
        <div className="mt-5">
          <AskWhere isUnknown={isUnknown} locate={locate}>
            <Trans>Tell us roughly where you live, and you see what is near you.</Trans>
          </AskWhere>
        </div>
      )}
    </section>
  )
}

/** The playdates that fit his answers. */
function Planned({ wish, isNear, planned }: { wish: Wish; isNear: boolean; planned: readonly Playdate[] }) {
  return (
    <>
      <div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-3">
        <h3>
          <Wished wish={wish} isNear={isNear} />
        </h3>
        <Link to={pathTo('playdates', {}, addressOf(wish, isNear))} className={`text-sm ${textLinkClass}`}>
          <Trans>See All</Trans>
        </Link>
      </div>
      {planned.length > 0 ? (
        <ul className={row}>
          {planned.map(playdate => (
            <li key={playdate.id}>
              <PlaydateCard playdate={playdate} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3">
          <Trans>Nothing like that is planned yet.</Trans>
          <Link to={pathTo('create-playdate')} className={textLinkClass}>
            <Trans>Plan something yourself</Trans>
          </Link>
        </p>
      )}
    </>
  )
}

/** Whether a father is known to live near, or says that he lives in the same town. */
const isCloseTo = ({ distance, city: his }: PublicUser, city: string | null) =>
  Boolean((distance && distance !== '10+') || (city && fold(his ?? '') === fold(city)))

/** What is searched for, in the words of his answers. */
function Answers({ wish, from }: { wish: Wish; from: 'here' | 'home' | undefined }) {
  const { t, i18n } = useLingui()
  const { city, home, childrenInfo } = useUser()
  const ages = [...new Set(childrenInfo.map(({ age }) => age))].sort((a, b) => a - b).map(String)
  const list = listIn(i18n.locale, ages)
  return (
    <ul aria-label={t`What we looked for`} className="mb-3 flex flex-wrap gap-1.5">
      {from && (
        <li>
          <Badge icon="pin">
            {from === 'here' ? t`Around you` : home?.isCity && city ? t`Near ${city}` : t`Near your home`}
          </Badge>
        </li>
      )}
      {ages.length > 0 && (
        <li>
          <Badge icon="playCorner">{t`Children aged ${list}`}</Badge>
        </li>
      )}
      <li>
        <Badge icon="calendar">
          {wish === 'weekend' ? t`This weekend` : wish === 'weekdays' ? t`During the week` : t`Any day`}
        </Badge>
      </li>
    </ul>
  )
}

function Wished({ wish, isNear }: { wish: Wish; isNear: boolean }) {
  if (wish === 'weekend') return <Trans>This weekend</Trans>
  if (wish === 'weekdays') return <Trans>During the week</Trans>
  return isNear ? <Trans>Soon, near you</Trans> : <Trans>Soon</Trans>
}

function addressOf(wish: Wish, isNearKnown: boolean): Record<string, string> {
  return filtersInAddress({ ...(isNearKnown && { km: 10 }), ...(wish === 'weekend' && { day: 'weekend' }) })
}
