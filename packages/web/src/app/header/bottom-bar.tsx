import { useLingui } from '@lingui/react/macro'
import { Icon } from '@papadag/ui/pictures/icon'
import { memo } from 'react'
import { Link, usePath } from '../../platform/navigation/navigation.tsx'
import { sectionOf } from '../../platform/navigation/routes.ts'
import { quickItems } from './navigation-items.ts'
import { Unread } from './unread.tsx'

export const BottomBar = memo(function BottomBar({ unread }: { unread: number }) {
  const { t, i18n } = useLingui()
  const section = sectionOf(usePath())
  return (
    <nav
      aria-label={t`Quick menu`}
      className="cramped:hidden typing:hidden fixed inset-x-0 bottom-0 z-30 grid h-[calc(var(--pd-bottombar-h)+env(safe-area-inset-bottom))] grid-cols-6 border-line border-t-[1.5px] bg-surface px-0.5 pt-1.5 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {quickItems.map(item => (
        <Link
          key={item.to}
          to={item.to}
          aria-current={item.section === section ? 'page' : undefined}
          className="group flex min-w-0 flex-col items-center gap-[3px] pt-[3px] font-semibold text-[min(.6875rem,3.1vw)] text-ink-2 leading-none tracking-[-.005em] aria-[current]:font-[750] aria-[current]:text-ink"
        >
          <span className="relative grid h-8 w-12 max-w-full place-items-center rounded-[6px_16px_16px] group-aria-[current]:bg-picked group-aria-[current]:text-picked-ink group-aria-[current]:[--icon-tint:var(--pd-do)]">
            <Icon name={item.icon} />
            {item.section === 'chat' && <Unread count={unread} className="-top-1 -right-1 absolute" />}
          </span>
          <span className="whitespace-nowrap">{i18n._(item.short)}</span>
        </Link>
      ))}
    </nav>
  )
})
