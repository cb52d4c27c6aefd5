import { useLingui } from '@lingui/react/macro'
import type { User } from '@papadag/contract/users/users'
import { MenuOnDemand } from '@papadag/ui/layers/menu'
import { Avatar } from '@papadag/ui/pictures/avatar'
import { Icon } from '@papadag/ui/pictures/icon'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { pictureAddress } from '../../platform/pictures/picture-address.ts'
import { sayUnavailable } from '../../platform/screen/quiet.tsx'
import { withTexts } from '../../platform/screen/when-near.tsx'

const load = () => withTexts(async () => (await import('./profile-list.tsx')).ProfileList)

/** The user's name in the header; specification 2. */
export function shownName(user: User): string {
  return user.firstName || user.username
}

export function ProfileMenu({ user }: { user: User }) {
  const { t } = useLingui()
  const name = shownName(user)
  return (
    <MenuOnDemand
      label={t`Profile menu`}
      onUnavailable={sayUnavailable}
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
      load={load}
      list={{ user }}
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
