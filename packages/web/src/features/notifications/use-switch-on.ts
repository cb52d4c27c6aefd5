import { msg } from '@lingui/core/macro'
import { useState } from 'react'
import { notify } from '../../platform/screen/notices.ts'
import { announceFailure } from './announce-failure.ts'
import { switchOn } from './this-device.ts'

/** A press that makes the browser ask for permission. */
export function useSwitchOn(userId: number, onDone?: () => void) {
  const [isBusy, setIsBusy] = useState(false)
  const start = async () => {
    setIsBusy(true)
    let isOn = false
    const isAnswered = await announceFailure(switchOn(userId).then(result => (isOn = result)))
    setIsBusy(false)
    onDone?.()
    if (isOn) notify({ title: msg`Notifications are on for this device` })
    else if (isAnswered)
      notify({ title: msg`Notifications stay off`, description: msg`You can change that in your settings.` })
  }
  return { switchOn: () => void start(), isBusy }
}
