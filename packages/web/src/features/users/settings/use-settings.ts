import { msg } from '@lingui/core/macro'
import { type EditedSettings, editSettings, type Settings, settings } from '@papadag/contract/users/users'
import { useRead, useWrite } from '../../../platform/data/data.ts'
import { reads } from '../../../platform/data/reads.ts'
import { noConnection } from '../../../platform/screen/notices.ts'

const key = ['/api/users/me/settings']

/** The user's settings. A change shows immediately, and is reverted if saving fails. */
export function useSettings(onSaved?: () => void) {
  const read = useRead(settings, {})
  const { mutateAsync } = useWrite(editSettings, {
    failed: ({ code }) => ({
      title: msg`The setting could not be saved`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    // Takes only the changed part of the reply, since another change may be in flight.
    onDone: (_, { body }) => {
      if (body) show(body)
      onSaved?.()
    },
  })
  const change = (to: EditedSettings) => {
    if (!read.data) return
    const before = pick(read.data, to)
    show(to)
    mutateAsync({ body: to }).catch(() => show(before))
  }
  return { ...read, change }
}

function show({ notifications, ...others }: EditedSettings) {
  reads.setQueryData(key, (now: Settings | undefined) => {
    if (!now) return undefined
    const told = now.notifications
    const push = { ...told.push, ...notifications?.push }
    const mail = { ...told.mail, ...notifications?.mail }
    return { ...now, ...others, notifications: { ...told, ...notifications, push, mail } }
  })
}

/** The previous values of these settings. */
function pick(all: Settings, change: EditedSettings): EditedSettings {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in change))
}
