import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { Illustration } from '@papadag/ui/pictures/illustration'
import { Suspense, useState } from 'react'
import { later } from '../../platform/screen/when-near.tsx'

const WeekendDialog = later(async () => (await import('./weekend-dialog.tsx')).WeekendDialog)

/** An idea for the fathers: it is not planned until one of them does so (decision R6). */
export function WeekendBanner() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  const title = t`Dads’ weekend in the park`
  return (
    <section
      aria-labelledby="weekend"
      className="relative flex min-h-33 flex-col overflow-hidden rounded-kap-m bg-[#0f3d35] px-4.5 py-4 text-[#fff8e8] lg:min-h-49 lg:rounded-kap-l"
    >
      <Illustration
        lazy
        name="nightTent"
        className="absolute right-0 bottom-0 h-full max-h-33 w-2/3 phone:max-h-28 object-cover object-right-bottom [mask-image:linear-gradient(90deg,transparent,#000_34%)] lg:max-h-none lg:w-full lg:[mask-image:none]"
      />
      <h2 id="weekend" className="relative font-extrabold text-[1.375rem] leading-[1.1]">
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
          setHasOpened(true)
          setOpen(true)
        }}
      >
        <Trans>More Info</Trans>
      </Button>
      {hasOpened && (
        <Suspense fallback={null}>
          <WeekendDialog open={isOpen} onClose={() => setOpen(false)} title={title} />
        </Suspense>
      )}
    </section>
  )
}
