import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { invitationPage } from '@papadag/contract/invites'
import type { Shown } from '@papadag/contract/route'
import { buttonClass } from '@papadag/ui/button'
import { textLinkClass } from '@papadag/ui/text-link'
import { MapFrame } from '../../domain/places/map-frame.tsx'
import { useRhythmFrom } from '../../domain/playdates/rhythm-words.ts'
import {
  CancelledInvitation,
  cancelled,
  UnknownInvitation,
  unknown,
} from '../../features/invites/invitation-states.tsx'
import { InvitedTo } from '../../features/invites/invited-to.tsx'
import { localeOf } from '../../platform/language/locale.ts'
import { AboutPapadag, Frame, Preview, pathToAuth, ToPapadag } from './frame.tsx'
import type { Screen } from './screen.ts'

type Invitation = NonNullable<Shown<typeof invitationPage>>

/** An invitation for a visitor without a session, leading to an account. */
export const invitation: Screen<Invitation | null> = {
  title: titleOf,
  Head: ({ shown, title }) => <Previewed {...{ shown, title }} />,
  Page: ({ shown }) => (
    <Frame
      about={
        <>
          <AboutPapadag />
          <a className={textLinkClass} href="/kijk">
            <Trans>Look around your own area</Trans>
          </a>
        </>
      }
    >
      {!shown ? (
        <UnknownInvitation action={<ToPapadag />} />
      ) : shown.state === 'cancelled' ? (
        <Cancelled invitation={shown} />
      ) : (
        <Open invitation={shown} />
      )}
    </Frame>
  ),
  script: shown => (shown?.map && shown.state !== 'cancelled' ? 'page-map' : undefined),
}

function whenOf({ startTime, timeZone }: Invitation, { locale }: I18n) {
  return new Intl.DateTimeFormat(localeOf(locale), {
    timeZone,
    ...({
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    } as const),
  }).format(new Date(startTime))
}

/** The host and the playdate, as far as the invitation reveals them. */
function titleOf(shown: Invitation | null, i18n: I18n) {
  if (!shown) return i18n._(unknown.title)
  if (shown.state === 'cancelled') return i18n._(cancelled.title)
  const { title, hostName } = shown
  const when = whenOf(shown, i18n)
  if (title && hostName) return i18n._(msg`${hostName} invites you: ${title}, ${when}`)
  return title ? `${title}, ${when}` : i18n._(msg`Playdate on ${when}`)
}

/** The only text typed by members is the title, if it is shown. */
function Previewed({ shown, title }: { shown: Invitation | null; title: string }) {
  const { t, i18n } = useLingui()
  const rhythm = useRhythmFrom(shown?.series, shown?.startTime ?? '')
  // An invitation that nobody can accept does not ask anybody to look.
  const description = !shown
    ? i18n._(unknown.sentence)
    : shown.state === 'cancelled'
      ? i18n._(cancelled.sentence(whenOf(shown, i18n)))
      : t`Dads and kids meet up on Papadag. Take a look at the invitation; you don’t need an account for that.`
  const isOpen = shown && shown.state !== 'cancelled'
  return (
    <>
      <Preview
        title={title}
        description={isOpen && rhythm ? `${rhythm}. ${description}` : description}
        picture={shown?.picture}
      />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

function Open({ invitation: shown }: { invitation: Invitation }) {
  const { t } = useLingui()
  const { token, state, map, place } = shown
  const path = `/i/${token}`
  const isFull = state === 'full'
  return (
    <InvitedTo
      invitation={shown}
      map={
        // Its script is src/app/page-map.ts.
        map && (
          <MapFrame
            className="h-44 noscript:hidden"
            data-map={JSON.stringify(map)}
            data-label={t`Map of the streets around ${place}`}
          />
        )
      }
    >
      <div className="grid gap-3">
        {isFull && (
          <p>
            <Trans>All places are taken. On the waiting list you move up as soon as there is room for you.</Trans>
          </p>
        )}
        <a className={buttonClass({ variant: 'do' })} href={pathToAuth(path, true)}>
          {isFull ? <Trans>Put me on the waiting list</Trans> : <Trans>Join</Trans>}
        </a>
        <p className="text-ink-2 text-sm">
          <Trans>First you create an account. It’s free and quickly done, and then you join with one tap.</Trans>
        </p>
      </div>
      <div className="flex flex-wrap justify-between gap-x-5 border-line border-t-2 border-dashed pt-3">
        <a className={textLinkClass} href={pathToAuth(path, false)}>
          <Trans>I already have an account</Trans>
        </a>
        <a className={textLinkClass} href={`/api/invites/${token}/calendar.ics`} download>
          <Trans>Add to calendar</Trans>
        </a>
      </div>
    </InvitedTo>
  )
}

function Cancelled({ invitation: shown }: { invitation: Invitation }) {
  const { i18n } = useLingui()
  return <CancelledInvitation when={whenOf(shown, i18n)} action={<ToPapadag />} isForVisitor />
}
