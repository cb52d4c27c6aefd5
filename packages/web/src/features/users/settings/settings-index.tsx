import { Trans, useLingui } from '@lingui/react/macro'
import { Icon } from '@papadag/ui/pictures/icon'
import { leadToSection } from '@papadag/ui/settings-section'
import { useEffect } from 'react'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { sections, useNamedSection } from './sections.ts'

/** Leads to the section in the address; rendered among the sections, so that they exist by then. */
export function LeadToNamed() {
  const named = useNamedSection()
  useEffect(() => {
    if (named) leadToSection(named)
  }, [named])
  return null
}

/** Sections are side by side here, so switching between them is not a step of Back. */
const isWide = () => matchMedia('(width >= 48rem)').matches

/**
 * Links to every section. The address names it, so that other screens can link to it. On a phone one section is shown
 * at a time.
 */
export function SettingsIndex() {
  const { t, i18n } = useLingui()
  const named = useNamedSection()
  return (
    <>
      {named && (
        <Link
          to={pathTo('profile', {}, { tab: 'settings' })}
          className="mb-2 flex min-h-11 items-center gap-2 font-[650] md:hidden"
        >
          <Icon name="back" size={20} />
          <Trans>All settings</Trans>
        </Link>
      )}
      <nav aria-label={t`Settings`} className={`mb-3.5 ${named ? 'phone:hidden' : ''}`}>
        <ul className="grid gap-2 md:flex md:flex-wrap">
          {sections.map(({ name, title }) => (
            <li key={name}>
              <Link
                to={pathTo('profile', {}, { tab: 'settings', section: name })}
                replace={isWide()}
                // Also for the current section, whose address does not change.
                onClick={() => name === named && leadToSection(name)}
                className="phone:min-h-12 flex min-h-11 items-center justify-between rounded-full bg-surface px-3.5 font-[650] text-sm edge-line-2 hover:bg-sunken"
              >
                {i18n._(title)}
                <Icon name="chev" size={18} className="md:hidden" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
