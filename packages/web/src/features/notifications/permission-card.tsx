import { Trans } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { Icon } from '@papadag/ui/pictures/icon'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { focusHeading } from '../../platform/navigation/navigation.tsx'
import { installQuestion } from '../../platform/screen/install.ts'
import { noteAsked } from '../../platform/screen/useful-moment.ts'
import { useThisDevice } from './this-device.ts'
import { useSwitchOn } from './use-switch-on.ts'

/** Leaves time to read the toast about what he has just done. */
const afterMs = 2000

type Props = {
  userId: number
  mayShow: boolean
  /** Shown instead if there is nothing to ask. */
  otherwise: ReactNode
}

/**
 * Asks once, before the browser's own prompt, whether he wants notifications about what he has joined, planned or
 * written.
 */
export function PermissionCard({ userId, mayShow, otherwise }: Props) {
  const id = useId()
  const { status } = useThisDevice()
  const [isDue, setIsDue] = useState(false)
  const close = () => {
    noteAsked()
    // The focused button disappears with the card.
    focusHeading()
  }
  const { switchOn, isBusy } = useSwitchOn(userId, close)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), afterMs)
    return () => clearTimeout(timer)
  }, [])
  if (status !== 'looking' && status !== 'ask' && status !== 'install') return otherwise
  if (!isDue || !mayShow || status === 'looking') return
  const explain = () => {
    close()
    installQuestion.set(true)
  }
  return (
    <Card as="aside" aria-labelledby={id} className="flex gap-3.5 shadow-3">
      <span className="grid size-16 shrink-0 place-items-center rounded-[8px_26px_26px] bg-do-soft">
        <Icon name="bell" size={30} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 id={id} className="text-xl">
          <Trans>Shall we tell you if it is cancelled?</Trans>
        </h2>
        <p className="mb-2.5 text-ink-2 text-sm">
          {status === 'install' ? (
            <Trans>On iPhone and iPad that works once Papadag is on your home screen.</Trans>
          ) : (
            <Trans>And when somebody writes to you. Quiet at night, and never an advert.</Trans>
          )}
        </p>
        <div className="flex flex-wrap gap-2.5">
          <Button size={44} onClick={close}>
            <Trans>Not now</Trans>
          </Button>
          {status === 'install' ? (
            <Button size={44} variant="picked" onClick={explain}>
              <Trans>How do I do that?</Trans>
            </Button>
          ) : (
            <Button size={44} variant="picked" busy={isBusy} onClick={switchOn}>
              <Trans>Yes please</Trans>
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
