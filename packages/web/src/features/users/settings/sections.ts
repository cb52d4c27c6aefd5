import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useSearch } from '../../../platform/navigation/navigation.tsx'

/** The sections of the settings in screen order, by their names in addresses. */
export const sections: { name: string; title: MessageDescriptor }[] = [
  { name: 'privacy', title: msg`Privacy` },
  { name: 'papa-days', title: msg`My papa days` },
  { name: 'distance', title: msg`How far away you live` },
  { name: 'chat', title: msg`Chat` },
  { name: 'blocked', title: msg`Blocked` },
  { name: 'notifications', title: msg`Notifications` },
  { name: 'appearance', title: msg`Language and appearance` },
  { name: 'devices', title: msg`Where you are logged in` },
  { name: 'password', title: msg`Change password` },
  { name: 'data', title: msg`Your data` },
  { name: 'calendar', title: msg`In your calendar` },
  { name: 'reports', title: msg`Your reports` },
]

/** The section named by the address, if it exists. */
export function useNamedSection(): string | null {
  const named = new URLSearchParams(useSearch()).get('section')
  return sections.some(({ name }) => name === named) ? named : null
}
