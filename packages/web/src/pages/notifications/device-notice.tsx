import { Trans } from '@lingui/react/macro'
import type { Notification } from '@papadag/contract/notifications'
import { Button } from '@papadag/ui/button'
import { textLinkClass } from '@papadag/ui/text-link'
import { useBrowserName } from '../../domain/devices/use-browser-name.ts'
import { useEndDevice } from '../../domain/devices/use-end-device.ts'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'

/** Another way into his account or a new device, with what to do if it was not him; or a device whose login was copied. */
export default function DeviceNotice({ kind, details: { device, title } }: Notification) {
  const name = useBrowserName()(device)
  if (kind === 'passkey.added' || kind === 'recoveryCodes.made') {
    const isPasskey = kind === 'passkey.added'
    return (
      <>
        <span>
          {isPasskey ? <Trans>New passkey: “{title}”</Trans> : <Trans>New recovery codes for your account</Trans>}
        </span>
        <span className="text-ink-2 text-sm">
          <Trans>Wasn’t that you?</Trans>
        </span>
        <Link
          to={pathTo('profile', {}, { tab: 'settings', section: isPasskey ? 'passkeys' : 'devices' })}
          className={`justify-self-start ${textLinkClass}`}
        >
          {isPasskey ? (
            <Trans>Remove it and change your password</Trans>
          ) : (
            <Trans>Make new ones and change your password</Trans>
          )}
        </Link>
      </>
    )
  }
  if (kind === 'device.copied') {
    return (
      <>
        <span>
          <Trans>Somebody used a copy of your login on {name}. It was logged out. Change your password.</Trans>
        </span>
        <Link
          to={pathTo('profile', {}, { tab: 'settings', section: 'password' })}
          className={`justify-self-start ${textLinkClass}`}
        >
          <Trans>Change password</Trans>
        </Link>
      </>
    )
  }
  return (
    <>
      <span>
        <Trans>New device: {name}</Trans>
      </span>
      <span className="text-ink-2 text-sm">
        <Trans>Wasn’t that you? Log it out, and change your password.</Trans>
      </span>
    </>
  )
}

/** One tap to log the new device out. */
export function NotMine({ deviceId }: { deviceId: number }) {
  const { mutate, isPending } = useEndDevice()
  return (
    <Button
      size={44}
      icon="logout"
      busy={isPending}
      className="justify-self-start"
      onClick={() => mutate({ params: { id: deviceId } })}
    >
      <Trans>Wasn’t me: log it out</Trans>
    </Button>
  )
}
