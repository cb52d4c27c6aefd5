import { useLingui } from '@lingui/react/macro'
import { buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import { LogoLockup } from '@papadag/ui/pictures/logo'
import { memo } from 'react'
import { LanguageMenu } from '../../features/language/language-menu.tsx'
import { askHow } from '../../features/playdates/form/ask-how.ts'
import { Link, usePath } from '../../platform/navigation/navigation.tsx'
import { pathTo, sectionOf } from '../../platform/navigation/routes.ts'
import { useSession } from '../../platform/session/session.ts'
import { PhoneBell, WideBell } from './bell.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { mainItems } from './navigation-items.ts'
import { ProfileLink, ProfileMenu } from './profile-menu.tsx'
import { Unread } from './unread.tsx'

// The page's HTML draws the same bar, empty and with its own styles: change both.
export const Header = memo(function Header({ unread }: { unread: number }) {
  const { t } = useLingui()
  const session = useSession()
  return (
    <header className="cramped:hidden typing:static sticky top-0 z-20 flex min-h-(--pd-header-h) border-line border-b-[1.5px] bg-bg">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-1 px-4 md:gap-2 md:px-6">
        <Link to={pathTo('home')} aria-label={t`Papadag, home`} className="mr-auto flex min-h-11 items-center md:mr-0">
          <LogoLockup />
        </Link>
        {session.status === 'member' && (
          <>
            <MainNavigation unread={unread} />
            {/* On a phone it is in the menu. */}
            <span className="hidden md:inline-flex">
              <LanguageMenu />
            </span>
            <WideBell />
            <Link
              to={pathTo('create-playdate')}
              aria-label={t`New Playdate`}
              onClick={askHow}
              className="grid size-11 shrink-0 place-items-center rounded-m md:hidden"
            >
              <span className="grid size-9 place-items-center rounded-[6px_14px_14px] bg-do text-do-ink edge-do-edge">
                <Icon name="plus" size={18} />
              </span>
            </Link>
            <PhoneBell />
            <ProfileLink user={session.user} className="md:hidden" />
            <MobileMenu user={session.user} />
            <span className="hidden md:inline-flex">
              <ProfileMenu user={session.user} />
            </span>
          </>
        )}
        {(session.status === 'visitor' || session.status === 'unknown') && (
          <span className="flex items-center gap-1 md:ml-auto md:gap-2">
            <LanguageMenu />
            {session.status === 'visitor' && (
              <Link to={pathTo('auth')} className={buttonClass({ variant: 'do', size: 44 })}>
                {t`Log in`}
              </Link>
            )}
          </span>
        )}
      </div>
    </header>
  )
})

function MainNavigation({ unread }: { unread: number }) {
  const { t, i18n } = useLingui()
  const section = sectionOf(usePath())
  return (
    <nav aria-label={t`Main menu`} className="mx-auto hidden flex-wrap gap-0.5 md:flex">
      {mainItems.map(item => (
        <Link
          key={item.to}
          to={item.to}
          aria-current={item.section === section ? 'page' : undefined}
          className="flex min-h-11 items-center whitespace-nowrap rounded-[6px_16px_16px] px-2.5 font-[650] text-[.9375rem] hover:bg-sunken aria-[current]:bg-picked aria-[current]:text-picked-ink min-[1080px]:px-[13px]"
        >
          <span className="min-[1080px]:hidden">{i18n._(item.short)}</span>
          <span className="max-[1079px]:hidden">{i18n._(item.label)}</span>
          {item.section === 'chat' && <Unread count={unread} className="ml-1.5" />}
        </Link>
      ))}
    </nav>
  )
}
