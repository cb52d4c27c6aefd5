import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { pollPage } from '@papadag/contract/playdates/polls'
import type { Shown } from '@papadag/contract/route'
import { buttonClass } from '@papadag/ui/button'
import { textLinkClass } from '@papadag/ui/text-link'
import { PollTimeFacts } from '../../features/polls/poll-time-facts.tsx'
import { AboutPapadag, EndedLink, Frame, Preview, pathToAuth, ToPapadag } from './frame.tsx'
import type { Screen } from './screen.ts'

type Poll = Shown<typeof pollPage>

/** Which of several times suits how many fathers, leading to an account. */
export const poll: Screen<Poll> = {
  title: (shown, i18n) => i18n._(shown ? msg`Which day suits everybody?` : msg`This link no longer works`),
  // The tags contain no typed text and no picture.
  Head({ title }) {
    const { t } = useLingui()
    return (
      <>
        <Preview
          title={title}
          description={t`On Papadag, dads arrange to play with their kids: at the playground, in the woods or just at home.`}
        />
        <meta name="twitter:card" content="summary" />
      </>
    )
  },
  Page: ({ shown }) => <Frame about={<AboutPapadag />}>{shown ? <Asked poll={shown} /> : <Unknown />}</Frame>,
}

function Asked({ poll: { token, title, hostName, place, area, times, state, became } }: { poll: NonNullable<Poll> }) {
  const { t } = useLingui()
  const path = `/p/${token}`
  return (
    <section className="card grid gap-5 rounded-kap-l bg-surface p-6 card-shadow">
      <div>
        <h1 className="break-words">{hostName ? t`${hostName} asks which day suits you` : t`Which day suits you?`}</h1>
        {title && <p className="mt-2 break-words font-bold text-xl">{title}</p>}
        <p className="mt-2 break-words text-ink-2">
          {place || (area ? t`Near ${area}` : t`You’ll see exactly where once you join`)}
        </p>
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {times.map(time => (
          <li key={time.id}>
            <PollTimeFacts time={time} chosen={time.isChosen ? became : null} />
          </li>
        ))}
      </ul>
      <div className="grid gap-3">
        {state === 'open' ? (
          <>
            <a className={buttonClass({ variant: 'do' })} href={pathToAuth(path, true)}>
              <Trans>Say what suits you</Trans>
            </a>
            <p className="text-ink-2 text-sm">
              <Trans>First you create an account. It’s free and quickly done, and then you answer with one tap.</Trans>
            </p>
          </>
        ) : (
          <>
            <p>
              {became === 'cancelled' ? (
                <Trans>The day was chosen, but the playdate has been cancelled.</Trans>
              ) : became === 'gone' ? (
                <Trans>The day has been chosen, but the playdate is no longer there.</Trans>
              ) : state === 'chosen' ? (
                <Trans>
                  The day has already been chosen. Ask whoever sent you the link whether there is still room.
                </Trans>
              ) : (
                <Trans>All proposed times have passed.</Trans>
              )}
            </p>
            <ToPapadag />
          </>
        )}
      </div>
      <div className="border-line border-t-2 border-dashed pt-3">
        <a className={textLinkClass} href={pathToAuth(path, false)}>
          <Trans>I already have an account</Trans>
        </a>
      </div>
    </section>
  )
}

function Unknown() {
  return (
    <EndedLink action={<ToPapadag />}>
      <Trans>The days may have passed. Ask the person who sent it.</Trans>
    </EndedLink>
  )
}
