import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { testPush } from '@papadag/contract/push'
import { Badge } from '@papadag/ui/badge'
import { Button } from '@papadag/ui/button'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import type { ReactNode } from 'react'
import { useWrite } from '../../platform/data/data.ts'
import { installQuestion } from '../../platform/screen/install.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import type { ThisDevice } from './this-device.ts'
import { useSwitchOff } from './use-switch-off.ts'
import { useSwitchOn } from './use-switch-on.ts'

type Props = { device: ThisDevice; userId: number }

/** The state of notifications on this device, with a button to change it. */
export function ThisDeviceRow({ device, userId }: Props) {
  const { t } = useLingui()
  const { switchOn, isBusy } = useSwitchOn(userId)
  switch (device.status) {
    case 'looking':
      return (
        <SkeletonGroup label={t`Loading...`}>
          {/* As high as where notifications can be switched on, which is where most look. */}
          <Skeleton className="h-25 md:h-17" />
        </SkeletonGroup>
      )
    case 'off':
      return <Said>{t`Notifications are switched off on this server.`}</Said>
    case 'unsupported':
      return <Said>{t`This browser can’t show notifications.`}</Said>
    case 'denied':
      return (
        <Said>{t`You have blocked notifications in this browser. You can allow them in its settings for this site.`}</Said>
      )
    case 'unknown':
      return (
        <Said action={<Button size={44} onClick={device.retry}>{t`Retry`}</Button>}>
          {t`We can’t tell right now whether notifications are on for this device.`}
        </Said>
      )
    case 'install':
      return (
        <Said
          action={<Button size={44} onClick={() => installQuestion.set(true)}>{t`How do I do that?`}</Button>}
        >{t`On iPhone and iPad, notifications work once Papadag is on your home screen.`}</Said>
      )
    case 'ask':
      return (
        <Said
          action={
            <Button size={44} variant="do" icon="bell" busy={isBusy} onClick={switchOn}>
              {t`Switch on`}
            </Button>
          }
        >{t`This device does not get notifications yet.`}</Said>
      )
    case 'on':
      return <On device={device.device} userId={userId} />
  }
}

function Said({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-[6px_18px_18px] bg-sunken p-3">
      <p role="status" className="min-w-[min(100%,14rem)] flex-1 text-[.9375rem]">
        {children}
      </p>
      {action}
    </div>
  )
}

function On({ device, userId }: { device: Extract<ThisDevice, { status: 'on' }>['device']; userId: number }) {
  const { t } = useLingui()
  const { end, isEnding } = useSwitchOff(device, userId)
  const { mutate: test, isPending } = useWrite(testPush, {
    done: { title: msg`A test is on its way`, description: msg`It can take a moment.` },
    failed: ({ code }) => ({
      title: msg`The test could not be sent`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
  })
  return (
    <div className="grid gap-3 rounded-[6px_18px_18px] bg-sunken p-3">
      <p role="status">
        <Badge tone="ok" icon="check">
          <Trans>On for this device</Trans>
        </Badge>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size={44} icon="bell" busy={isPending} onClick={() => test({ params: { id: device.id } })}>
          {t`Send a test`}
        </Button>
        <Button size={44} busy={isEnding} onClick={end}>
          {t`Switch off`}
        </Button>
      </div>
    </div>
  )
}
