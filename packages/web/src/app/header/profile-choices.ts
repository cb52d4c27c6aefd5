import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { IconName } from '@papadag/ui/pictures/icon'
import { pathTo } from '../../platform/navigation/routes.ts'
import type { Theme } from '../../platform/screen/theme.ts'

export const themes: { theme: Theme; icon: IconName; label: MessageDescriptor }[] = [
  { theme: 'system', icon: 'gear', label: msg`Automatic` },
  { theme: 'light', icon: 'sun', label: msg`Light` },
  { theme: 'dark', icon: 'moon', label: msg`Dark` },
]

/** The polls that he has created or was asked in. */
export const pollsItem = { to: pathTo('polls'), icon: 'calendar', label: msg`Which day suits everybody?` } as const

/** One tap from every screen. */
export const settingsItem = {
  to: pathTo('profile', {}, { tab: 'settings' }),
  icon: 'gear',
  label: msg`Settings`,
} as const

/** The screens for users with a role. */
export const roleItems: { role: 'isModerator' | 'isOperator'; to: string; icon: IconName; label: MessageDescriptor }[] =
  [
    { role: 'isModerator', to: pathTo('moderation'), icon: 'flag', label: msg`Moderation` },
    { role: 'isOperator', to: pathTo('operations'), icon: 'gear', label: msg`Operations` },
  ]
