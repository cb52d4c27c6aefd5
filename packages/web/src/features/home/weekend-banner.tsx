import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { Illustration } from '@papadag/ui/pictures/illustration'
import { Suspense, useState } from 'react'
import { browserStorage } from '../../platform/browser/storage.ts'
import { focusHeading } from '../../platform/navigation/navigation.tsx'
import { later } from '../../platform/screen/when-near.tsx'

const WeekendDialog = later(async () => (await import('./weekend-dialog.tsx')).WeekendDialog)

// prerendered-start.ts reads it too.
const readKey = 'weekend_read'

/** An idea for the fathers: it is not planned until one of them does so (decision R6). */
export function WeekendBanner() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const title = t`Dads’ weekend in the park`
  if (!isOpen && browserStorage.get(readKey) !== null) return null
  const close = () => {
    setOpen(false)
    // Its button is gone with it.
    focusHeading()
  }
  return (
    <section
      aria-labelledby="weekend"
      className="weekend relative lg:col-start-2 flex min-h-33 flex-col overflow-hidden rounded-kap-m bg-[#0f3d35] px-4.5 py-4 text-[#fff8e8] lg:min-h-49 lg:rounded-kap-l"
    >
      <Illustration lazy name="nightTent" />
      <h2 id="weekend" className="relative min-w-0 font-extrabold text-[1.375rem] leading-[1.1]">
        {title}
      </h2>
      {/* The space below keeps a two-line title away from the flags. */}
      <p className="relative mt-0.5 mb-3 text-sm opacity-92 lg:mb-18">
        <Trans>Tents, campfire, zero screens.</Trans>
      </p>
      <Button
        size={44}
        variant="light"
        className="relative mt-auto self-start"
        onClick={() => {
          browserStorage.set(readKey, 'true')
          setOpen(true)
        }}
      >
        <Trans>More Info</Trans>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <WeekendDialog onClose={close} title={title} />
        </Suspense>
      )}
    </section>
  )
}
