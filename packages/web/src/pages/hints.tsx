import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Hint, HintName } from '@papadag/contract/hints'
import { productTimeZone } from '@papadag/contract/limits'
import { onePlaydate, type Playdate } from '@papadag/contract/playdates/playdates'
import { editSettings } from '@papadag/contract/users/users'
import { HintSlot } from '../domain/hints/hint-slot.tsx'
import { offersPasskeys } from '../features/auth/passkeys/offered.ts'
import { useAddPasskey } from '../features/auth/passkeys/use-add-passkey.ts'
import { useSwitchOn } from '../features/notifications/use-switch-on.ts'
import { hasMail } from '../features/recovery/mail-link.ts'
import { namedZone } from '../platform/browser/zone.ts'
import { readOf, useWrite } from '../platform/data/data.ts'
import { reads } from '../platform/data/reads.ts'
import { navigate } from '../platform/navigation/navigation.tsx'
import { pathTo } from '../platform/navigation/routes.ts'
import { sayUnavailable } from '../platform/screen/quiet.tsx'
import { askToTellParent } from '../platform/screen/sharing.ts'
import { useUser } from '../platform/session/session.ts'

/** The hint with this name, in its place on home. */
export function HomeHint({ name }: { name: HintName }) {
  if (name === 'missed') return <Missed />
  if (name === 'weekly') return <Weekly />
  if (name === 'passkey') return offersPasskeys() ? <Passkey /> : null
  if (name === 'ways') return <Ways />
  return <Evening />
}

function Missed() {
  const { switchOn } = useSwitchOn(useUser().id)
  return (
    <HintSlot name="missed" action={<Trans>Switch on</Trans>} onAction={switchOn}>
      {({ missed }) => (
        <>
          {missed?.what === 'cancelled' ? (
            <Trans>A playdate of yours was cancelled.</Trans>
          ) : missed?.what === 'moved' ? (
            <Trans>A playdate of yours was moved.</Trans>
          ) : (
            <Trans>A place came free.</Trans>
          )}{' '}
          <Trans>Your phone wasn’t allowed to tell you.</Trans>
        </>
      )}
    </HintSlot>
  )
}

/** The form for every week, filled in like the playdate that he has had twice; one of his circle's is the circle's again. */
async function makeWeekly({ playdateId }: Hint) {
  if (playdateId === null) return
  try {
    const playdate = await reads.fetchQuery(readOf(onePlaydate, { params: { id: playdateId } }))
    const { title, location, placeId, circle } = playdate
    const where = placeId && { location, place: String(placeId) }
    const who = circle && { circle: String(circle.id) }
    navigate(pathTo('create-playdate', {}, { how: 'weekly', title, ...where, ...who }))
  } catch {
    sayUnavailable()
  }
}

function Weekly() {
  return (
    <HintSlot name="weekly" action={<Trans>Make it weekly</Trans>} onAction={hint => void makeWeekly(hint)}>
      <Trans>Every week? Twice on the same day already. Make it a habit.</Trans>
    </HintSlot>
  )
}

function Evening() {
  const { mutate } = useWrite(editSettings, {
    done: msg`We’ll tell you on the evening before your papa day`,
    failed: { title: msg`Your answer was not saved`, serverTextOr: msg`Please try again later.` },
  })
  const on = { evening: true }
  return (
    <HintSlot
      name="evening"
      action={<Trans>Please</Trans>}
      onAction={() =>
        mutate({ body: { notifications: { push: on, mail: on, timeZone: namedZone() ?? productTimeZone } } })
      }
    >
      <Trans>One message on the evening before your papa day? What it brings, and who’s coming.</Trans>
    </HintSlot>
  )
}

function Passkey() {
  const { make } = useAddPasskey()
  return (
    <HintSlot name="passkey" action={<Trans>Make a passkey</Trans>} onAction={make}>
      <Trans>No password next time? Your face, your finger or your PIN is enough.</Trans>
    </HintSlot>
  )
}

function Ways() {
  return (
    <HintSlot
      name="ways"
      action={<Trans>Choose one</Trans>}
      onAction={() => navigate(pathTo('profile', {}, { tab: 'settings', section: 'account' }))}
    >
      {hasMail() ? (
        <Trans>You have one way to log in. Add a passkey, a confirmed address or codes on paper.</Trans>
      ) : (
        <Trans>You have one way to log in. Add a passkey or codes on paper.</Trans>
      )}
    </HintSlot>
  )
}

/** On the sheet of a playdate that he has just joined. */
export function ParentHint({ playdate }: { playdate: Playdate }) {
  return (
    <HintSlot
      name="parent"
      playdateId={playdate.id}
      action={<Trans context="the link for the other parent">Send</Trans>}
      onAction={() => askToTellParent(playdate)}
    >
      <Trans>Tell them at home: where, what time and whether you’re going.</Trans>
    </HintSlot>
  )
}

/** Above his own playdates in the list. */
export function CalendarHint() {
  return (
    <HintSlot
      name="calendar"
      action={<Trans context="his calendar">Connect</Trans>}
      onAction={() => navigate(pathTo('profile', {}, { tab: 'settings', section: 'calendar' }))}
    >
      <Trans>Put them in your calendar. They appear by themselves, also when the time changes.</Trans>
    </HintSlot>
  )
}
