import { Trans } from '@lingui/react/macro'
import { Button, buttonClass } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { useId, useState } from 'react'
import { focusHeading, usePath } from '../../platform/navigation/navigation.tsx'
import { useInstalledApp } from './installed-app.ts'
import { isPostponed, postpone } from './installing.ts'

/** Offers the installed app to whoever has opened a link in his phone's browser, which does not share its login. */
export function OpenInApp({ mayShow }: { mayShow: boolean }) {
  const address = useInstalledApp()
  const path = usePath()
  const [arrived] = useState(path)
  const [isGone, setIsGone] = useState(false)
  const id = useId()
  if (!address || !mayShow || isGone || path !== arrived || isPostponed()) return null
  return (
    <Card as="aside" aria-labelledby={id} className="flex gap-3.5 shadow-3">
      <img src="/icons/mark.svg" alt="" width="64" height="64" className="shrink-0" />
      <div className="min-w-0 flex-1">
        <h2 id={id} className="text-xl">
          <Trans>You have Papadag as an app</Trans>
        </h2>
        <p className="mb-2.5 text-ink-2 text-sm">
          <Trans>Go on there: you are probably logged in already.</Trans>
        </p>
        <div className="flex flex-wrap gap-2.5">
          <Button
            size={44}
            onClick={() => {
              postpone()
              setIsGone(true)
              focusHeading()
            }}
          >
            <Trans>Stay here</Trans>
          </Button>
          <a className={buttonClass({ variant: 'picked', size: 44 })} href={address}>
            <Trans>Open in the app</Trans>
          </a>
        </div>
      </div>
    </Card>
  )
}
