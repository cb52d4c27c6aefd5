import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { deviceName } from '@papadag/contract/users/device-name'
import { devices, endOtherDevices } from '@papadag/contract/users/devices'
import { endSession, sessions } from '@papadag/contract/users/users'
import { Badge } from '@papadag/ui/badge'
import { Button } from '@papadag/ui/button'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import type { ReactNode } from 'react'
import { useBrowserName } from '../../domain/devices/use-browser-name.ts'
import { useEndDevice } from '../../domain/devices/use-end-device.ts'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { useDates } from '../../platform/language/dates.ts'
import { noConnection } from '../../platform/screen/notices.ts'

/** The browsers that stay logged in, and those that are until their session ends, each with a button to log it out. */
export function DeviceList() {
  const { t } = useLingui()
  const dates = useDates()
  const nameOf = useBrowserName()
  const kept = useRead(devices, {})
  const passing = useRead(sessions, {})
  const device = useEndDevice()
  const session = useWrite(endSession, {
    done: { title: msg`Logged out on that device`, icon: 'logout' },
    failed: ({ code }) => ({
      title: msg`Logging out failed`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
  })
  const error = kept.error ?? passing.error
  if (!kept.data || !passing.data) {
    return error ? (
      <ReadFailed
        error={error}
        heading="h3"
        title={t`Your devices could not be loaded`}
        onRetry={() => {
          void kept.refetch()
          void passing.refetch()
        }}
      />
    ) : (
      <SkeletonGroup label={t`Loading...`}>
        <Skeleton className="h-11" />
      </SkeletonGroup>
    )
  }
  return (
    <>
      <ul className="grid gap-3">
        {kept.data.map(({ id, name, lastUsedOn, isCurrent }) => (
          <Row
            key={`device ${id}`}
            name={nameOf(name)}
            isCurrent={isCurrent}
            isPending={device.isPending && device.variables.params.id === id}
            onEnd={() => device.mutate({ params: { id } })}
          >
            <Trans>Stays logged in. Last used on {dates.dayAndMonth(`${lastUsedOn}T12:00:00Z`)}</Trans>
          </Row>
        ))}
        {passing.data
          .filter(({ isRemembered }) => !isRemembered)
          .map(({ id, userAgent, lastUsedAt, isCurrent }) => (
            <Row
              key={`session ${id}`}
              name={nameOf(deviceName(userAgent))}
              isCurrent={isCurrent}
              isPending={session.isPending && session.variables.params.id === id}
              onEnd={() => session.mutate({ params: { id } })}
            >
              <Trans>
                Last used on {dates.dayAndMonth(lastUsedAt)} at {dates.time(lastUsedAt)}
              </Trans>
            </Row>
          ))}
      </ul>
      <Elsewhere />
    </>
  )
}

type RowProps = { name: string; isCurrent: boolean; isPending: boolean; onEnd: () => void; children: ReactNode }

function Row({ name, isCurrent, isPending, onEnd, children }: RowProps) {
  const { t } = useLingui()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="font-[650] text-[.9375rem]">{name}</p>
        <p className="text-ink-2 text-sm">{children}</p>
      </div>
      {isCurrent ? (
        <Badge tone="ok" icon="check">
          <Trans>This device</Trans>
        </Badge>
      ) : (
        <Button size={44} busy={isPending} aria-label={t`Log out: ${name}`} onClick={onEnd}>
          <Trans context="device">Log out</Trans>
        </Button>
      )}
    </li>
  )
}

/** Ends everything but this device; says what else ends. */
function Elsewhere() {
  const { mutate, isPending } = useWrite(endOtherDevices, {
    done: { title: msg`Logged out everywhere else`, icon: 'logout' },
    failed: ({ code }) => ({
      title: msg`Logging out failed`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
  })
  return (
    <div className="grid gap-2">
      <p className="text-ink-2 text-sm">
        <Trans>
          This device stays logged in. All others are logged out, and your calendars and your links for the other parent
          stop working.
        </Trans>
      </p>
      <Button size={44} icon="logout" className="justify-self-start" busy={isPending} onClick={() => mutate({})}>
        <Trans>Log out everywhere else</Trans>
      </Button>
    </div>
  )
}
