import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Today } from '@papadag/contract/today'
import { Icon } from '@papadag/ui/pictures/icon'
import { useDates } from '../../platform/language/dates.ts'
import { SendRound } from './send-round.tsx'

export type Town = NonNullable<Today['town']>

type Props = {
  town: Town
  /** His own next playdate, if everybody may read where it is. */
  own: { startTime: string; location: string } | undefined
  isMain: boolean
  onPrint: () => void
}

/** For so many weeks he is told that he is the first; later what has become of it. */
const laterWeeks = 2

const isLater = ({ sinceDays }: Town) => sinceDays >= laterWeeks * 7

/** What a father who is alone in his town can send to others, and what has come of it. */
export function FirstInTown({ town, own, isMain, onPrint }: Props) {
  const { name, came } = town
  const weeks = Math.floor(town.sinceDays / 7)
  return (
    <section
      aria-labelledby="town"
      className="card grid grid-cols-[minmax(0,1fr)] gap-3.5 rounded-kap-l bg-surface p-4 card-shadow md:p-5"
    >
      <div>
        <h2 id="town" className="break-words">
          {isLater(town) ? (
            <Plural value={weeks} one={`# week of ${name}`} other={`# weeks of ${name}`} />
          ) : (
            <Trans>You’re the first in {name}</Trans>
          )}
        </h2>
        <p className="mt-1">
          {came > 0 ? (
            <Plural value={came} one="One dad more. That’s how it starts." other="# dads more. That’s how it starts." />
          ) : isLater(town) ? (
            <Trans>Nobody else yet. Send it round once more, or hang it up where dads are.</Trans>
          ) : (
            <Trans>Somebody has to be. Send this round, so they can find you.</Trans>
          )}
        </p>
      </div>
      <SendRound text={useText(town, own)} isMain={isMain} onPrint={onPrint} />
      <p className="flex gap-2.5 text-sm">
        <Icon name="eye" size={20} className="shrink-0" />
        <Opened town={town} />
      </p>
    </section>
  )
}

export const addressOf = ({ url }: Pick<Town, 'url'>) => new URL(url, location.origin).href

/** Where he will be himself, if that is known; otherwise what Papadag is. */
function useText(town: Town, own: Props['own']): string {
  const { t } = useLingui()
  const dates = useDates()
  const { name } = town
  const url = addressOf(town)
  if (!own)
    return t`Who’s up for playing in ${name}? On Papadag, fathers meet up with their children. Have a look: ${url}`
  const { startTime, location: place } = own
  const [day, time] = [dates.dayAndMonth(startTime), dates.time(startTime)]
  return t`I’ll be out with my children on ${day} at ${time}: ${place}. Are you coming too? ${url}`
}

function Opened({ town: { opens, opensThisWeek } }: { town: Town }) {
  if (opens === 0)
    return (
      <span>
        <b>
          <Trans>Not opened yet.</Trans>
        </b>{' '}
        <Trans>You’ll see here how often it was opened, and who came.</Trans>
      </span>
    )
  return (
    <span>
      <b>
        <Plural value={opens} one="Opened once." other="Opened # times." />
      </b>{' '}
      <Plural value={opensThisWeek} one="Once this week." other="# times this week." />
    </span>
  )
}
