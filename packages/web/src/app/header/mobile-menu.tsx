import { useLingui } from '@lingui/react/macro'
import type { User } from '@papadag/contract/users/users'
import { IconButton } from '@papadag/ui/icon-button'
import { Suspense, useCallback, useState } from 'react'
import { Quiet, sayUnavailable } from '../../platform/screen/quiet.tsx'
import { later } from '../../platform/screen/when-near.tsx'

const MobileSheet = later(async () => (await import('./mobile-sheet.tsx')).MobileSheet)

/** The hamburger of a phone. */
export function MobileMenu({ user }: { user: User }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const fail = () => {
    close()
    sayUnavailable()
  }
  return (
    <>
      <IconButton
        icon="menu"
        aria-label={t`Open menu`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="md:hidden"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Quiet onFailed={fail}>
          <Suspense>
            <MobileSheet user={user} onClose={close} />
          </Suspense>
        </Quiet>
      )}
    </>
  )
}
