import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { User } from '@papadag/contract/users'
import { Avatar } from '@papadag/ui/avatar'
import { Icon, type IconName } from '@papadag/ui/icon'
import { Menu } from '@papadag/ui/menu'
import { askForConsent } from '../platform/consent.ts'
import { installQuestion, runsAsApp } from '../platform/install.ts'
import { Link, navigate } from '../platform/navigation.tsx'
import { pictureAddress } from '../platform/picture-address.ts'
import { pathTo } from '../platform/routes.ts'
import { useLogOut } from '../platform/session.ts'
import { chooseTheme, type Theme, useTheme } from '../platform/theme.ts'

export const themes: { theme: Theme; icon: IconName; label: MessageDescriptor }[] = [
  { theme: 'system', icon: 'gear', label: msg`Automatic` },
  { theme: 'light', icon: 'sun', label: msg`Light` },
  { theme: 'dark', icon: 'moon', label: msg`Dark` },
]

/** The screens of those who have a role. */
export const roleItems: { role: 'isModerator' | 'isOperator'; to: string; icon: IconName; label: MessageDescriptor }[] =
  [
    { role: 'isModerator', to: pathTo('moderation'), icon: 'flag', label: msg`Moderation` },
    { role: 'isOperator', to: pathTo('operations'), icon: 'gear', label: msg`Operations` },
  ]

/** The user's name in the header; specification 2. */
export function shownName(user: User): string {
  return user.firstName || user.username
}

export function ProfileMenu({ user }: { user: User }) {
  const { t, i18n } = useLingui()
  const { logOut } = useLogOut()
  const chosen = useTheme()
  const name = shownName(user)
  return (
    <Menu
      label={t`Profile menu`}
      trigger={props => (
        <button {...props} type="button" className="flex min-h-11 items-center gap-2 rounded-m px-1 hover:bg-sunken">
          <Avatar userId={user.id} name={name} src={pictureAddress(user.profileImage)} />
          <span className="sr-only">{t`Profile menu of ${name}`}</span>
          <span aria-hidden className="max-w-32 truncate font-[650] text-sm max-[1079px]:hidden">
            {name}
          </span>
          <Icon name="down" size={18} />
        </button>
      )}
      items={[
        { label: t`My profile`, icon: 'user', onSelect: () => navigate(pathTo('profile')) },
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

/** The avatar of the phone's header. */
export function ProfileLink({ user, className }: { user: User; className: string }) {
  const { t } = useLingui()
  return (
    <Link
      to={pathTo('profile')}
      aria-label={t`My profile`}
      className={`grid size-11 shrink-0 place-items-center rounded-m ${className}`}
    >
      <Avatar userId={user.id} name={shownName(user)} src={pictureAddress(user.profileImage)} />
    </Link>
  )
}
