import { msg } from '@lingui/core/macro'
import { useState } from 'react'
import { notify } from '../../platform/notices.ts'
import { switchOn } from './this-device.ts'
import { useTold } from './use-told.ts'

/** The press after which the browser asks. */
export function useSwitchOn(userId: number, onDone?: () => void) {
  const told = useTold()
  const [isBusy, setIsBusy] = useState(false)
  const start = async () => {
    setIsBusy(true)
    let isOn = false
    const isAnswered = await told(switchOn(userId).then(result => (isOn = result)))
    setIsBusy(false)
    onDone?.()
    if (isOn) notify({ title: msg`Notifications are on for this device` })
    else if (isAnswered)
      notify({ title: msg`Notifications stay off`, description: msg`You can change that in your settings.` })
  }
  return { switchOn: () => void start(), isBusy }
}
