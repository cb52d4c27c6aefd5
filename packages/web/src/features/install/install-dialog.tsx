import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { Dialog } from '@papadag/ui/layers/dialog'
import { Illustration } from '@papadag/ui/pictures/illustration'
import { useEffect } from 'react'
import { installOffer, installQuestion, isApple } from '../../platform/screen/install.ts'
import { install } from './installing.ts'

const close = () => installQuestion.set(false)

/** Opened from the menu: the browser asks if it can; otherwise the dialog explains how to install by hand. */
export function InstallDialog() {
  const { t } = useLingui()
  const offer = installOffer.use()
  const isAsking = installQuestion.use()
  const asksItself = isAsking && offer !== undefined
  useEffect(() => {
    if (!asksItself) return
    close()
    void install(offer)
  }, [asksItself, offer])
  return (
    <Dialog
      open={isAsking && !offer}
      onClose={close}
      closeLabel={t`Close`}
      title={t`Papadag on your home screen`}
      footer={
        <Button className="flex-1" onClick={close}>
          <Trans>Got it</Trans>
        </Button>
      }
    >
      <Illustration name="install" className="mx-auto mb-3 h-auto w-2/3" />
      <ol className="grid list-decimal gap-2 pl-5">{isApple() ? <AppleSteps /> : <OtherSteps />}</ol>
    </Dialog>
  )
}

function AppleSteps() {
  return (
    <>
      <li>
        <Trans>Tap the share button, the square with the arrow.</Trans>
      </li>
      <li>
        <Trans>Choose “Add to Home Screen”.</Trans>
      </li>
      <li>
        <Trans>Tap “Add”. Papadag is now among your apps.</Trans>
      </li>
    </>
  )
}

function OtherSteps() {
  return (
    <>
      <li>
        <Trans>Open your browser’s menu.</Trans>
      </li>
      <li>
        <Trans>Choose “Install” or “Add to Home Screen”. Not every browser offers this.</Trans>
      </li>
      <li>
        <Trans>Confirm. Papadag is now among your apps.</Trans>
      </li>
    </>
  )
}
