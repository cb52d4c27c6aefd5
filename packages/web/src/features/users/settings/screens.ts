import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { IconName } from '@papadag/ui/pictures/icon'
import { useSearch } from '../../../platform/navigation/navigation.tsx'

/** The screens of the settings, by their names in addresses, with the sections that an address may name as well. */
export const screens = [
  {
    name: 'days',
    icon: 'calendar',
    title: msg`My days and neighbourhood`,
    hint: msg`Papa days, where you live, your calendar`,
    sections: ['papa-days', 'distance', 'calendar'],
  },
  {
    name: 'notifications',
    icon: 'bell',
    title: msg`Notifications`,
    hint: msg`What you hear about, when and where`,
    sections: ['push-devices'],
  },
  {
    name: 'privacy',
    icon: 'eye',
    title: msg`Who sees what`,
    hint: msg`Ages, names, who may write to you`,
    sections: ['chat', 'home-front', 'blocked'],
  },
  {
    name: 'account',
    icon: 'lock',
    title: msg`Account`,
    hint: msg`Logging in, language, your data`,
    sections: ['appearance', 'passkeys', 'devices', 'password', 'data', 'reports'],
  },
] as const satisfies {
  name: string
  icon: IconName
  title: MessageDescriptor
  hint: MessageDescriptor
  sections: string[]
}[]

export type SettingsScreen = (typeof screens)[number]

/** The screen that the address names, or that has the section it names. */
export function useNamedScreen(): { screen: SettingsScreen; section: string } | null {
  const section = new URLSearchParams(useSearch()).get('section')
  const screen = screens.find(({ name, sections }) => name === section || sections.some(one => one === section))
  return screen && section ? { screen, section } : null
}
