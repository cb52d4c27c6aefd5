import { useLingui } from '@lingui/react/macro'
import type { User } from '@papadag/contract/users/users'
import { MenuList, type MenuPlace } from '@papadag/ui/layers/menu-list'
import { navigate } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { installQuestion, runsAsApp } from '../../platform/screen/install.ts'
import { chooseTheme, useTheme } from '../../platform/screen/theme.ts'
import { askForConsent } from '../../platform/session/consent.ts'
import { useLogOut } from '../../platform/session/log-out.ts'
import { pollsItem, roleItems, settingsItem, themes } from './profile-choices.ts'

/** The items of the profile menu. */
export function ProfileList({ user, ...place }: MenuPlace & { user: User }) {
  const { t, i18n } = useLingui()
  const { logOut } = useLogOut()
  const chosen = useTheme()
  return (
    <MenuList
      {...place}
      items={[
        { label: t`My profile`, icon: 'user', onSelect: () => navigate(pathTo('profile')) },
        ...[settingsItem, pollsItem].map(({ icon, label, to }) => ({
          label: i18n._(label),
          icon,
          onSelect: () => navigate(to),
        })),
        ...roleItems
          .filter(({ role }) => user[role])
          .map(({ icon, label, to }) => ({ label: i18n._(label), icon, onSelect: () => navigate(to) })),
        ...themes.map(({ theme, icon, label }) => ({
          group: t`Colours`,
          label: i18n._(label),
          icon,
          checked: theme === chosen,
          onSelect: () => chooseTheme(theme),
        })),
        ...(runsAsApp()
          ? []
          : [{ label: t`Install app`, icon: 'download' as const, onSelect: () => installQuestion.set(true) }]),
        { label: t`Privacy settings`, icon: 'lock', onSelect: askForConsent },
        { label: t`Log out`, icon: 'logout', destructive: true, onSelect: logOut },
      ]}
    />
  )
}
