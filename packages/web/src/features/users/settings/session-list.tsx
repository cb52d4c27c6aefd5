import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { deviceName } from '@papadag/contract/users/device-name'
import { endSession, type Session, sessions } from '@papadag/contract/users/users'
import { Badge } from '@papadag/ui/badge'
import { Button } from '@papadag/ui/button'
import { useRead, useWrite } from '../../../platform/data/data.ts'
import { useDates } from '../../../platform/language/dates.ts'
import { SettingsList } from '../../../platform/lists/settings-list.tsx'
import { noConnection } from '../../../platform/screen/notices.ts'

/** The devices where he is logged in, each with a button to log it out, except this one. */
export function SessionList() {
  const { t } = useLingui()
  const read = useRead(sessions, {})
  return (
    <SettingsList
      name="devices"
      title={<Trans>Where you are logged in</Trans>}
      read={read}
      failed={t`Your sessions could not be loaded`}
    >
      {session => <Row key={session.id} session={session} />}
    </SettingsList>
  )
}

function Row({ session }: { session: Session }) {
  const { t } = useLingui()
  const dates = useDates()
  const { id, userAgent, lastUsedAt, isCurrent } = session
  const device = deviceName(userAgent) ?? t`An unknown device`
  const { mutate, isPending } = useWrite(endSession, {
    done: { title: msg`Logged out on that device`, icon: 'logout' },
    failed: ({ code }) => ({
      title: msg`Logging out failed`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="font-[650] text-[.9375rem]">{device}</p>
        <p className="text-ink-2 text-sm">
          <Trans>
            Last used on {dates.dayAndMonth(lastUsedAt)} at {dates.time(lastUsedAt)}
          </Trans>
        </p>
      </div>
      {isCurrent ? (
        <Badge tone="ok" icon="check">
          <Trans>This device</Trans>
        </Badge>
      ) : (
        <Button
          size={44}
          busy={isPending}
          aria-label={t`Log out: ${device}`}
          onClick={() => mutate({ params: { id } })}
        >
          <Trans context="device">Log out</Trans>
        </Button>
      )}
    </li>
  )
}
