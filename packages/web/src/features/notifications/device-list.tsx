import { Trans, useLingui } from '@lingui/react/macro'
import { type PushDevice, pushDevices } from '@papadag/contract/push'
import { Badge } from '@papadag/ui/badge'
import { Button } from '@papadag/ui/button'
import { useRead } from '../../platform/data/data.ts'
import { useDates } from '../../platform/language/dates.ts'
import { SettingsList } from '../../platform/lists/settings-list.tsx'
import { useThisDevice } from './this-device.ts'
import { useSwitchOff } from './use-switch-off.ts'

/** Every device that gets push messages, each with a button to remove it; renders nothing without devices. */
export function DeviceList({ userId }: { userId: number }) {
  const { t } = useLingui()
  const read = useRead(pushDevices, {})
  const here = useThisDevice()
  if (read.data?.length === 0 || here.status === 'off') return
  return (
    <SettingsList
      name="push-devices"
      title={<Trans>Devices with notifications</Trans>}
      read={read}
      failed={t`Your devices could not be loaded`}
    >
      {device => (
        <Row
          key={device.id}
          device={device}
          userId={userId}
          isHere={here.status === 'on' && here.device.id === device.id}
        />
      )}
    </SettingsList>
  )
}

function Row({ device, userId, isHere }: { device: PushDevice; userId: number; isHere: boolean }) {
  const { t } = useLingui()
  const dates = useDates()
  const { end, isEnding } = useSwitchOff(device, userId)
  const { lastSentAt, createdAt } = device
  const name = device.name ?? t`An unknown device`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="font-[650] text-[.9375rem]">{name}</p>
        <p className="text-ink-2 text-sm">
          {lastSentAt ? (
            <Trans>
              Last notification on {dates.dayAndMonth(lastSentAt)} at {dates.time(lastSentAt)}
            </Trans>
          ) : (
            <Trans>Since {dates.dayAndMonth(createdAt)}</Trans>
          )}
        </p>
      </div>
      {isHere ? (
        <Badge tone="ok" icon="check">
          <Trans>This device</Trans>
        </Badge>
      ) : (
        <Button size={44} busy={isEnding} aria-label={t`Remove: ${name}`} onClick={end}>
          <Trans>Remove</Trans>
        </Button>
      )}
    </li>
  )
}
