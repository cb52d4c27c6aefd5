import { Trans, useLingui } from '@lingui/react/macro'
import type { User } from '@papadag/contract/users/users'
import { Badge } from '@papadag/ui/badge'
import { Icon } from '@papadag/ui/pictures/icon'
import { ScreenHead } from '@papadag/ui/screen-head'
import { leadToSection, SettingsSection } from '@papadag/ui/settings-section'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { textLinkClass } from '@papadag/ui/text-link'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { PasskeySettings } from '../../features/auth/passkeys/passkey-settings.tsx'
import { CalendarSettings } from '../../features/calendars/calendar-settings.tsx'
import { DevicesAndLogin } from '../../features/devices/devices-and-login.tsx'
import { useWhere } from '../../features/location/where.ts'
import { OwnReports } from '../../features/moderation/own-reports.tsx'
import { DeviceList } from '../../features/notifications/device-list.tsx'
import { NotificationSettings } from '../../features/notifications/notification-settings.tsx'
import { ProposalSettings } from '../../features/proposals/proposal-settings.tsx'
import { EmailStatus } from '../../features/recovery/email-status.tsx'
import { hasMail } from '../../features/recovery/mail-link.ts'
import { NeighbourhoodSettings } from '../../features/users/neighbourhood/neighbourhood-settings.tsx'
import { DeleteAccount } from '../../features/users/own-data/delete-account.tsx'
import { ExportData } from '../../features/users/own-data/export-data.tsx'
import { PapaDaysSettings } from '../../features/users/papa-days/papa-days-settings.tsx'
import { AppearanceSettings } from '../../features/users/settings/appearance-settings.tsx'
import { BlockedList } from '../../features/users/settings/blocked-list.tsx'
import { PasswordForm } from '../../features/users/settings/password-form.tsx'
import { ChatSettings, PrivacySettings } from '../../features/users/settings/privacy-settings.tsx'
import type { SettingsScreen } from '../../features/users/settings/screens.ts'
import { SettingsIndex } from '../../features/users/settings/settings-index.tsx'
import { useSettings } from '../../features/users/settings/use-settings.ts'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { focusHeading, Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'

const PasswordAdvice = lazy(async () => ({
  default: (await import('../../features/auth/password-advice.tsx')).PasswordAdvice,
}))

type Props = { user: User; screen: SettingsScreen; section: string }

/** One screen of the settings; on a wide screen the others are next to it. */
export function Settings({ user, screen, section }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4.5 md:grid-cols-[1fr_2fr]">
      <div className="phone:hidden">
        <SettingsIndex open={screen.name} />
      </div>
      <Screen key={screen.name} user={user} screen={screen} section={section} />
    </div>
  )
}

function Screen({ user, screen, section }: Props) {
  const { i18n } = useLingui()
  const [saves, setSaves] = useState(0)
  const onSaved = () => setSaves(now => now + 1)
  return (
    <div className="min-w-0">
      <Link
        to={pathTo('profile', {}, { tab: 'settings' })}
        className="flex min-h-11 items-center gap-2 font-[650] md:hidden"
      >
        <Icon name="back" size={20} />
        <Trans>Settings</Trans>
      </Link>
      <ScreenHead title={i18n._(screen.title)} actions={<Saved many={saves} />} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 md:gap-4.5">
        {screen.name === 'account' ? (
          <Account email={user.email} section={section} onSaved={onSaved} />
        ) : (
          <WithSettings screen={screen.name} userId={user.id} section={section} onSaved={onSaved} />
        )}
      </div>
    </div>
  )
}

/** Says that his last choice is kept; its text is new with each, so that each is read out. */
function Saved({ many }: { many: number }) {
  return (
    <p role="status">
      {many > 0 && (
        <Badge key={many} tone="ok" icon="check">
          <Trans>Saved</Trans>
        </Badge>
      )}
    </p>
  )
}

/** Rendered below the sections, so that the one that the address names exists by then. */
function LeadTo({ section }: { section: string }) {
  useEffect(() => {
    if (!leadToSection(section)) focusHeading()
  }, [section])
  return null
}

type WithSettingsProps = {
  screen: 'days' | 'notifications' | 'privacy'
  section: string
  userId: number
  onSaved: () => void
}

function WithSettings({ screen, section, userId, onSaved }: WithSettingsProps) {
  const { t } = useLingui()
  const { data, error, refetch, change } = useSettings(onSaved)
  const { locateForPlaces } = useWhere()
  if (!data) {
    return error ? (
      <ReadFailed error={error} title={t`The settings could not be loaded`} onRetry={() => void refetch()}>
        <Trans>Please try again in a moment.</Trans>
      </ReadFailed>
    ) : (
      <Loading />
    )
  }
  const shown: Record<typeof screen, () => ReactNode> = {
    days: () => (
      <>
        <PapaDaysSettings settings={data} change={change}>
          <ProposalSettings isOn={data.proposals} change={change} />
        </PapaDaysSettings>
        <NeighbourhoodSettings settings={data} change={change} locate={locateForPlaces} />
        <CalendarSettings />
      </>
    ),
    notifications: () => (
      <>
        <NotificationSettings settings={data} change={change} userId={userId} hasMail={hasMail()} />
        <DeviceList userId={userId} />
      </>
    ),
    privacy: () => (
      <>
        <PrivacySettings settings={data} change={change} />
        <ChatSettings settings={data} change={change} />
        <HomeFront />
        <BlockedList />
      </>
    ),
  }
  return (
    <>
      {shown[screen]()}
      <LeadTo section={section} />
    </>
  )
}

/** Where to find the link for the other parent. */
function HomeFront() {
  return (
    <SettingsSection name="home-front" title={<Trans>The other parent</Trans>}>
      <p className="text-ink-2">
        <Trans>
          On every playdate you go to, “Tell them at home” is under More: a link that only says where and when it is,
          and whether you’re coming.
        </Trans>
      </p>
      <Link to={pathTo('playdates')} className={`justify-self-start ${textLinkClass}`}>
        <Trans>To your playdates</Trans>
      </Link>
    </SettingsSection>
  )
}

type AccountProps = { email: string; section: string; onSaved: () => void }

function Account({ email, section, onSaved }: AccountProps) {
  return (
    <>
      {hasMail() && <EmailStatus email={email} />}
      <PasskeySettings />
      <PasswordForm
        advice={password => (
          <Suspense>
            <PasswordAdvice password={password} />
          </Suspense>
        )}
      />
      <DevicesAndLogin />
      <AppearanceSettings onSaved={onSaved} />
      <ExportData />
      <OwnReports />
      <DeleteAccount />
      <LeadTo section={section} />
    </>
  )
}

function Loading() {
  const { t } = useLingui()
  return (
    <SkeletonGroup label={t`Loading...`} className="card grid gap-4 rounded-kap-m bg-surface p-4 card-shadow">
      <Skeleton className="h-6 w-1/3" />
      <Skeleton className="h-13" />
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
    </SkeletonGroup>
  )
}
