import { useLingui } from '@lingui/react/macro'
import type { User } from '@papadag/contract/users'
import { IconButton } from '@papadag/ui/icon-button'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useKeptNotices } from '../platform/notices.ts'

const load = () => import('./mobile-sheet.tsx')
const MobileSheet = lazy(async () => ({ default: (await load()).MobileSheet }))

/** The hamburger of a phone. */
export function MobileMenu({ user }: { user: User }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { hasUnread } = useKeptNotices()
  const close = useCallback(() => setOpen(false), [])
  return (
    <>
      <IconButton
        icon="menu"
        dot={hasUnread}
        aria-label={hasUnread ? t`Open menu, there are notifications` : t`Open menu`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="md:hidden"
        onPointerEnter={load}
        onFocus={load}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <MobileSheet user={user} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
