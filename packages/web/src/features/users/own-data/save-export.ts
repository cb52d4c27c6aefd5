import { msg } from '@lingui/core/macro'
import { address } from '@papadag/contract/route'
import { exportAccount } from '@papadag/contract/users/export'
import { useState } from 'react'
import { CallError, tellSessionIsLost } from '../../../platform/data/call.ts'
import { reasonOf } from '../../../platform/data/data.ts'
import { noConnection, notify } from '../../../platform/screen/notices.ts'

const keptMs = 60_000

/** Saves the user's export as a file. */
export function useExport() {
  const [isBusy, setIsBusy] = useState(false)
  async function save() {
    setIsBusy(true)
    try {
      const { file, name } = await fetchFile()
      offer(file, name)
      notify({
        title: msg`Your data has been saved`,
        description: msg`You will find the file among your downloads.`,
        icon: 'download',
      })
    } catch (error) {
      const reason = error instanceof CallError ? reasonOf(error) : noConnection
      notify({
        title: msg`The download failed`,
        description: reason ?? msg`Please try again in a moment.`,
        tone: 'destructive',
      })
    } finally {
      setIsBusy(false)
    }
  }
  return { save: () => void save(), isBusy }
}

async function fetchFile() {
  const response = await fetch(address(exportAccount))
  const { headers } = response
  if (!response.ok) {
    if (response.status === 401) tellSessionIsLost()
    const retryAfterS = Number(headers.get('retry-after')) || undefined
    throw new CallError(response.status, await response.text(), response.statusText, retryAfterS)
  }
  const [, name = 'papadag-export.json'] = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '') ?? []
  return { file: await response.blob(), name }
}

function offer(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Some browsers read it only after this, or after the user has chosen a destination.
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs)
}
