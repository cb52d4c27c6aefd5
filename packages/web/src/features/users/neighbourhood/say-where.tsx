import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { Dialog } from '@papadag/ui/layers/dialog-on-demand'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { noConnection } from '../../../platform/screen/notices.ts'
import { useUser } from '../../../platform/session/session.ts'
import { AtHomeButton } from './at-home-button.tsx'
import { TownForm } from './town-form.tsx'

type Props = Pick<ComponentProps<typeof AtHomeButton>, 'locate'> & {
  /** Why it matters here. */
  children: ReactNode
}

const outcome: ComponentProps<typeof AtHomeButton>['outcome'] = {
  failed: ({ code }) => ({
    title: msg`Your answer was not saved`,
    serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
  }),
}

/** Asks in place where he lives: with one tap if he is at home, or by the name of a town. */
export function SayWhere({ locate, children }: Props) {
  const { t } = useLingui()
  const { home, city } = useUser()
  const [isNaming, setIsNaming] = useState(false)
  if (home) return <Known />
  return (
    <div className="grid gap-2.5 rounded-kap-s bg-sunken p-4">
      <p>{children}</p>
      <div className="flex flex-wrap gap-2">
        <AtHomeButton size={44} locate={locate} outcome={outcome} />
        <Button size={44} icon="pin" onClick={() => setIsNaming(true)}>
          <Trans>Name my town</Trans>
        </Button>
      </div>
      <Dialog
        open={isNaming}
        onClose={() => setIsNaming(false)}
        title={t`Where do you live, roughly?`}
        closeLabel={t`Close`}
      >
        <div className="grid gap-4">
          <p>
            {city && <Trans>We don’t know where {city} is. Name a larger town nearby.</Trans>}{' '}
            <Trans>Others see at most whether you live within 2, 5 or 10 km, never where.</Trans>
          </p>
          <TownForm
            label={<Trans>A town near you</Trans>}
            action={<Trans>Measure from there</Trans>}
            variant="do"
            onDone={() => setIsNaming(false)}
          />
        </div>
      </Dialog>
    </div>
  )
}

/** Takes the focus of the button that has disappeared. */
function Known() {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) line.current?.focus({ preventScroll: true })
  }, [])
  return (
    <p ref={line} tabIndex={-1} role="status" className="font-[650] text-[.9375rem]">
      <Trans>Good, we know roughly where you live</Trans>
    </p>
  )
}
