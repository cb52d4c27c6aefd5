import type { EditedSettings, Settings } from '@papadag/contract/users/users'
import { leadToSection } from '@papadag/ui/settings-section'
import { useEffect } from 'react'
import { DeviceList } from '../../features/notifications/device-list.tsx'
import { NotificationSettings } from '../../features/notifications/notification-settings.tsx'
import { hasMail } from '../../features/recovery/mail-link.ts'

type Props = { settings: Settings; change: (to: EditedSettings) => void; userId: number }

/** A part of the settings: how Papadag reaches him when no tab is open. */
export function Reach({ settings, change, userId }: Props) {
  // This chunk loads late, so the section named in the address may have been missing when the page opened.
  useEffect(() => {
    const named = new URLSearchParams(location.search).get('section')
    if (named && ['notifications', 'push-devices', 'calendars', 'invitations'].includes(named)) leadToSection(named)
  }, [])
  return (
    <>
      <NotificationSettings settings={settings} change={change} userId={userId} hasMail={hasMail()} />
      <DeviceList userId={userId} />
    </>
  )
}
