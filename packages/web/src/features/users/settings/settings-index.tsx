import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { leadToSection } from '@papadag/ui/settings-section'
import { useEffect } from 'react'
import { Link, useSearch } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'

/** The sections of the settings in screen order, by their names in addresses. */
const sections: { name: string; title: MessageDescriptor }[] = [
  { name: 'privacy', title: msg`Privacy` },
  { name: 'papa-days', title: msg`My papa days` },
  { name: 'distance', title: msg`How far away you live` },
  { name: 'chat', title: msg`Chat` },
  { name: 'blocked', title: msg`Blocked` },
  { name: 'notifications', title: msg`Notifications` },
  { name: 'look', title: msg`Language and appearance` },
  { name: 'devices', title: msg`Where you are logged in` },
  { name: 'password', title: msg`Change password` },
  { name: 'data', title: msg`Your data` },
  { name: 'calendar', title: msg`In your calendar` },
]

function useNamed() {
  return new URLSearchParams(useSearch()).get('section')
}

/** Leads to the section in the address; stands among the sections, so that they are there by then. */
export function LeadToNamed() {
  const named = useNamed()
  useEffect(() => {
    if (named) leadToSection(named)
  }, [named])
  return null
}

/** Links to every section. The address names it, so that other screens can link to it. */
export function SettingsIndex() {
  const { t, i18n } = useLingui()
  const named = useNamed()
  return (
    <nav aria-label={t`Settings`} className="mb-3.5">
      <ul className="flex flex-wrap gap-2">
        {sections.map(({ name, title }) => (
          <li key={name}>
            <Link
              to={pathTo('profile', {}, { tab: 'settings', section: name })}
              replace
              // Again for the same section, whose address does not change.
              onClick={() => name === named && leadToSection(name)}
              className="flex min-h-11 items-center rounded-full bg-surface px-3.5 font-[650] text-sm edge-line-2 hover:bg-sunken"
            >
              {i18n._(title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
