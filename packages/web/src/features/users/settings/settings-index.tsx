import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { IconName } from '@papadag/ui/pictures/icon'
import { RowContent, RowIcon, rowClass, rowListClass } from '@papadag/ui/row'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { screens } from './screens.ts'

const me = {
  icon: 'user' as const,
  title: msg`Me and my children`,
  hint: msg`Name, picture, children`,
}

/** A row for each screen of the settings; the first is the form of his profile. */
export function SettingsIndex({ open }: { open?: string | undefined }) {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Settings`}>
      <ul className={rowListClass}>
        <Row {...me} to={pathTo('profile', {}, { tab: 'settings', mode: 'edit' })} />
        {screens.map(({ name, ...screen }) => (
          <Row
            key={name}
            {...screen}
            to={pathTo('profile', {}, { tab: 'settings', section: name })}
            isOpen={name === open}
          />
        ))}
      </ul>
    </nav>
  )
}

type RowProps = { icon: IconName; title: MessageDescriptor; hint: MessageDescriptor; to: string; isOpen?: boolean }

function Row({ icon, title, hint, to, isOpen = false }: RowProps) {
  const { i18n } = useLingui()
  return (
    <li>
      <Link
        to={to}
        aria-current={isOpen ? 'page' : undefined}
        className={`${rowClass} ${isOpen ? 'bg-picked-soft' : ''}`}
      >
        <RowContent leading={<RowIcon name={icon} />} title={i18n._(title)} detail={i18n._(hint)} />
      </Link>
    </li>
  )
}
