import { Trans } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { type FocusEvent, useEffect, useId, useRef, useState } from 'react'
import { focusHeading } from '../../platform/navigation/navigation.tsx'
import { installOffer, runsAsApp } from '../../platform/screen/install.ts'
import { screen } from '../../platform/screen/screen.ts'
import { install, mayOffer, postpone } from './installing.ts'

/** Offers to put Papadag on the home screen, 3 s after the browser offers it; never over a dialog. */
export function InstallCard({ mayShow }: { mayShow: boolean }) {
  const offer = installOffer.use()
  const [isDue, setIsDue] = useState(false)
  const [isGone, setIsGone] = useState(false)
  const cameFrom = useRef<HTMLElement>(undefined)
  const id = useId()

  useEffect(() => {
    if (!offer) return
    const timer = setTimeout(() => setIsDue(true), offer.timeStamp + screen.installDelayMs - performance.now())
    return () => clearTimeout(timer)
  }, [offer])

  if (!offer || !isDue || isGone || !mayShow || runsAsApp() || !mayOffer()) return null
  const leave = () => {
    setIsGone(true)
    // The focused button disappears with the card, so the focus returns to the previous element.
    if (cameFrom.current?.isConnected) cameFrom.current.focus({ preventScroll: true })
    else focusHeading()
  }
  const later = () => {
    postpone()
    leave()
  }
  const start = () => {
    leave()
    void install(offer)
  }
  const enter = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof HTMLElement)) cameFrom.current = undefined
    else if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
  }
  return (
    <Card as="aside" aria-labelledby={id} onFocus={enter} className="flex gap-3.5 shadow-3">
      <img src="/icons/mark.svg" alt="" width="64" height="64" className="shrink-0" />
      <div className="min-w-0 flex-1">
        <h2 id={id} className="text-xl">
          <Trans>Papadag on your home screen</Trans>
        </h2>
        <p className="mb-2.5 text-ink-2 text-sm">
          <Trans>One tap, and you are in the sandpit.</Trans>
        </p>
        <div className="flex flex-wrap gap-2.5">
          <Button size={44} onClick={later}>
            <Trans>Later</Trans>
          </Button>
          <Button size={44} variant="picked" onClick={start}>
            <Trans>Install</Trans>
          </Button>
        </div>
      </div>
    </Card>
  )
}
