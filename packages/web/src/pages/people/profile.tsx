import { Trans, useLingui } from '@lingui/react/macro'
import { emailConfirmation } from '@papadag/contract/users/recovery'
import type { User } from '@papadag/contract/users/users'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { TabPanel, Tabs } from '@papadag/ui/tabs'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { LegalLinks } from '../../features/legal/legal-links.tsx'
import { useLocation } from '../../features/location/locator.ts'
import { useWhere } from '../../features/location/where.ts'
import { FavoriteList } from '../../features/places/favorite-list.tsx'
import { OwnPlaydates } from '../../features/playdates/list/own-playdates.tsx'
import { hasMail } from '../../features/recovery/mail-link.ts'
import { OwnProfile, useOwnProfile } from '../../features/users/profile/own-profile.tsx'
import { useNamedScreen } from '../../features/users/settings/screens.ts'
import { SettingsIndex } from '../../features/users/settings/settings-index.tsx'
import { useCurrentWeather } from '../../features/weather/current-weather.ts'
import { useRead } from '../../platform/data/data.ts'
import { navigate, useSearch } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'

// Loaded on demand: most visits only read.
const ProfileForm = lazy(async () => ({
  default: (await import('../../features/users/profile/profile-form.tsx')).ProfileForm,
}))
const Settings = lazy(async () => ({ default: (await import('./settings.tsx')).Settings }))
const HiddenBanner = lazy(async () => ({
  default: (await import('../../features/moderation/hidden-banner.tsx')).HiddenBanner,
}))
const tabs = ['playdates', 'places', 'settings'] as const
type Tab = (typeof tabs)[number]

/** The state in the address: the tab, or whether the user is editing. */
function readAddress(search: string): { tab: Tab; isEditing: boolean } {
  const query = new URLSearchParams(search)
  return {
    tab: tabs.find(tab => tab === query.get('tab')) ?? 'playdates',
    isEditing: query.get('mode') === 'edit',
  }
}

function addressOf(tab: Tab) {
  return tab === 'playdates' ? pathTo('profile') : pathTo('profile', {}, { tab })
}

export function Page() {
  const { t } = useLingui()
  const { tab, isEditing } = readAddress(useSearch())
  const named = useNamedScreen()
  const { user, instead: notYet } = useOwnProfile()
  const { position } = useWhere()
  const editButton = useFocusAfter(isEditing)
  // Decided on arrival and then kept, so that the tabs stay under his finger.
  const [isForSettings] = useState(tab === 'settings')

  if (!user) return notYet
  const instead = isEditing ? (
    <Editing user={user} to={addressOf(tab)} />
  ) : (
    tab === 'settings' && named && <Settings user={user} {...named} />
  )
  if (instead) return <Suspense fallback={<FormSkeleton label={t`Loading...`} />}>{instead}</Suspense>
  return (
    <>
      <Suspense>{user.hidden && <HiddenBanner what="profile" hidden={user.hidden} className="mb-4" />}</Suspense>
      <OwnProfile
        user={user}
        editButton={editButton}
        isLine={isForSettings}
        onEdit={() => navigate(pathTo('profile', {}, { mode: 'edit' }))}
      />
      {/* The space of the content below is reserved until it arrives. */}
      <div style={{ minHeight: '80vh' }}>
        <Tabs
          value={tab}
          onChange={next => navigate(addressOf(next), { replace: true })}
          label={t`My profile`}
          tabs={[
            { value: 'playdates', label: t`My Playdates` },
            { value: 'places', label: t`Favourite Places` },
            { value: 'settings', label: t`Settings` },
          ]}
          listClassName="mt-4 mb-3.5 max-w-160 overflow-x-auto"
        >
          <TabPanel value="playdates">
            <h2 className="sr-only">
              <Trans>My Playdates</Trans>
            </h2>
            <OwnPlaydates />
          </TabPanel>
          <TabPanel value="places">
            <h2 className="sr-only">
              <Trans>Favourite Places</Trans>
            </h2>
            <FavoriteList position={position} />
          </TabPanel>
          <TabPanel value="settings">
            <div className="grid max-w-160 grid-cols-[minmax(0,1fr)]">
              <SettingsIndex />
              <p className="mt-3 text-ink-2 text-sm">
                <Trans>What you choose here counts at once.</Trans>
              </p>
              <LegalLinks />
            </div>
          </TabPanel>
        </Tabs>
      </div>
    </>
  )
}

/** The button that led to editing; it has the focus again afterwards. */
function useFocusAfter(isEditing: boolean) {
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(isEditing)
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return editButton
}

/** The form; it receives the city if the browser may be located. */
function Editing({ user, to }: { user: User; to: string }) {
  const { status, position } = useLocation()
  const { weather, isFallback } = useCurrentWeather(status === 'obtained' ? position : undefined)
  const cityNearby = status === 'obtained' && !isFallback ? weather?.city : undefined
  const { data } = useRead(emailConfirmation, {}, { enabled: hasMail() })
  return (
    <ProfileForm
      user={user}
      cityNearby={cityNearby}
      isRefused={Boolean(data?.refusedAt)}
      onDone={() => navigate(to, { replace: true })}
    />
  )
}

/** Placeholders for a form, as high as the window, so that content below appears together with the form. */
function FormSkeleton({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className="grid min-h-dvh content-start gap-3.5">
      <Skeleton className="h-13 rounded-m" />
      <Skeleton className="h-48 rounded-m" />
      <Skeleton className="h-48 rounded-m" />
    </SkeletonGroup>
  )
}
