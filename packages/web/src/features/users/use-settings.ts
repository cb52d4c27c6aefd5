import { msg } from '@lingui/core/macro'
import { editSettings, type Settings, settings } from '@papadag/contract/users'
import { reads, useRead, useWrite } from '../../platform/data.ts'
import { noConnection } from '../../platform/notices.ts'

type Change = { [Name in keyof Settings]?: Settings[Name] | undefined }

const key = ['/api/users/me/settings']

/** His settings. A change shows at once, and is taken back when it could not be kept. */
export function useSettings() {
  const read = useRead(settings, {})
  const { mutateAsync } = useWrite(editSettings, {
    failed: ({ code }) => ({
      title: msg`The setting could not be saved`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    // Of the reply only what was changed: another change may be on its way.
    onDone: (_, { body }) => show(body),
  })
  const change = (to: Change) => {
    if (!read.data) return
    const before = pick(read.data, to)
    show(to)
    mutateAsync({ body: to }).catch(() => show(before))
  }
  return { ...read, change }
}

function show(change: Change) {
  reads.setQueryData(key, (now: Settings | undefined) => now && { ...now, ...change })
}

/** What these settings were. */
function pick(all: Settings, change: Change): Change {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in change))
}
