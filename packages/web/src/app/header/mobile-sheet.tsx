import { Trans, useLingui } from '@lingui/react/macro'
import { languages } from '@papadag/contract/limits'
import type { User } from '@papadag/contract/users/users'
import { useBackStep } from '@papadag/ui/back-step'
import { Button } from '@papadag/ui/button'
import { ChipToggle } from '@papadag/ui/chip'
import { IconButton } from '@papadag/ui/icon-button'
import { Avatar } from '@papadag/ui/pictures/avatar'
import { Icon } from '@papadag/ui/pictures/icon'
import { LogoLockup } from '@papadag/ui/pictures/logo'
import { textLinkClass } from '@papadag/ui/text-link'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useLanguage } from '../../platform/language/language.ts'
import { languageNames } from '../../platform/language/locale.ts'
import { Link, usePath } from '../../platform/navigation/navigation.tsx'
import { pathTo, sectionOf } from '../../platform/navigation/routes.ts'
import { pictureAddress } from '../../platform/pictures/picture-address.ts'
import { installQuestion, runsAsApp } from '../../platform/screen/install.ts'
import { chooseTheme, useTheme } from '../../platform/screen/theme.ts'
import { chooseLanguage } from '../../platform/session/choose-language.ts'
import { askForConsent } from '../../platform/session/consent.ts'
import { useLogOut } from '../../platform/session/log-out.ts'
import { mainItems } from './navigation-items.ts'
import { pollsItem, roleItems, settingsItem, themes } from './profile-choices.ts'
import { shownName } from './profile-menu.tsx'

const desktop = '(width >= 48rem)'

/** The sheet below a phone's header: the part of its menu that is loaded late. */
export function MobileSheet({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  useBackStep(true, onClose)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Also before it unmounts: only close() returns the focus to the hamburger.
    return () => element?.close()
  }, [])

  // On a screen that has become wide, it would stay open unseen and lock the page.
  useEffect(() => {
    const wide = matchMedia(desktop)
    wide.addEventListener('change', onClose)
    return () => wide.removeEventListener('change', onClose)
  }, [onClose])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for the same is Escape, which arrives as onCancel
    <dialog
      ref={dialog}
      aria-label={t`Menu`}
      className="fixed inset-x-0 top-0 m-0 max-h-dvh w-full max-w-none overflow-y-auto rounded-[0_0_30px_10px] bg-bg pb-4.5 text-ink shadow-3 backdrop:bg-scrim"
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => event.target === event.currentTarget && onClose()}
    >
      <div className="flex h-(--pd-header-h) items-center border-line border-b-[1.5px] px-4">
        <Link
          to={pathTo('home')}
          onClick={onClose}
          aria-label={t`Papadag, home`}
          className="mr-auto flex min-h-11 items-center"
        >
          <LogoLockup />
        </Link>
        <IconButton icon="x" aria-label={t`Close menu`} onClick={onClose} />
      </div>
      <MenuLinks user={user} onFollow={onClose} />
      <div className="px-3">
        <Languages />
        <Themes />
        <ThisBrowser onFollow={onClose} />
      </div>
      <Profile user={user} onFollow={onClose} />
    </dialog>
  )
}

const row =
  'flex min-h-13 w-full items-center gap-3.5 rounded-[6px_18px_18px] px-4 text-left font-bold font-display text-lg leading-none aria-[current]:bg-picked aria-[current]:text-picked-ink'

function MenuLinks({ user, onFollow }: { user: User; onFollow: () => void }) {
  const { t, i18n } = useLingui()
  const path = usePath()
  const section = sectionOf(path)
  return (
    <nav aria-label={t`Menu`} className="px-3 pt-3">
      {mainItems.map(item => (
        <Link
          key={item.to}
          to={item.to}
          onClick={onFollow}
          aria-current={item.section === section ? 'page' : undefined}
          className={row}
        >
          <Icon name={item.icon} />
          {i18n._(item.label)}
        </Link>
      ))}
      {[pollsItem, settingsItem, ...roleItems.filter(({ role }) => user[role])].map(({ to, icon, label }) => (
        <Link key={to} to={to} onClick={onFollow} aria-current={to === path ? 'page' : undefined} className={row}>
          <Icon name={icon} />
          {i18n._(label)}
        </Link>
      ))}
    </nav>
  )
}

/** Settings of this browser only. */
function ThisBrowser({ onFollow }: { onFollow: () => void }) {
  const { t } = useLingui()
  const open = (show: () => void) => () => {
    // The menu closes first and returns the focus, so that whatever opens next can restore it there.
    flushSync(onFollow)
    show()
  }
  return (
    <div className="mt-3">
      {!runsAsApp() && (
        <button type="button" className={row} onClick={open(() => installQuestion.set(true))}>
          <Icon name="download" />
          {t`Install app`}
        </button>
      )}
      <button type="button" className={row} onClick={open(askForConsent)}>
        <Icon name="lock" />
        {t`Privacy settings`}
      </button>
    </div>
  )
}

function Languages() {
  const { t } = useLingui()
  const shown = useLanguage()
  return (
    <Choices label={t`Language`} layout="grid grid-cols-2">
      {languages.map(language => (
        <ChipToggle
          key={language}
          pressed={language === shown}
          onChange={() => void chooseLanguage(language)}
          className="justify-start"
        >
          <span lang={language}>{languageNames[language]}</span>
        </ChipToggle>
      ))}
    </Choices>
  )
}

function Themes() {
  const { t, i18n } = useLingui()
  const chosen = useTheme()
  return (
    <Choices label={t`Colours`} layout="flex flex-wrap *:grow">
      {themes.map(({ theme, label }) => (
        <ChipToggle
          key={theme}
          pressed={theme === chosen}
          onChange={() => chooseTheme(theme)}
          className="justify-start"
        >
          {i18n._(label)}
        </ChipToggle>
      ))}
    </Choices>
  )
}

function Choices({ label, layout, children }: { label: string; layout: string; children: ReactNode }) {
  return (
    <fieldset className="mt-3">
      <legend className="mb-2 px-1 font-[650] text-ink-2 text-sm">{label}</legend>
      <div className={`gap-2 ${layout}`}>{children}</div>
    </fieldset>
  )
}

function Profile({ user, onFollow }: { user: User; onFollow: () => void }) {
  const { logOut, isPending } = useLogOut()
  const name = shownName(user)
  return (
    <div className="mx-4 mt-4 flex items-center gap-3 border-line border-t-2 border-dashed pt-3.5">
      <Avatar userId={user.id} name={`${name} ${user.lastName}`} src={pictureAddress(user.profileImage)} size={52} />
      <span className="min-w-0 flex-1">
        <b className="block truncate font-[650]">{`${name} ${user.lastName}`.trim()}</b>
        <Link to={pathTo('profile')} onClick={onFollow} className={`text-sm ${textLinkClass}`}>
          <Trans>My profile</Trans>
        </Link>
      </span>
      <Button variant="soft" size={44} icon="logout" busy={isPending} onClick={logOut}>
        <Trans>Log out</Trans>
      </Button>
    </div>
  )
}
