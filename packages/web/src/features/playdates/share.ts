import { msg } from '@lingui/core/macro'
import { notify } from '../../platform/notices.ts'
import { pathTo } from '../../platform/routes.ts'

/** Hands the playdate's address to the device's share sheet; without one it is copied. */
export async function share({ id, title }: { id: number; title: string }): Promise<void> {
  const url = new URL(pathTo('playdates', {}, { open: String(id) }), location.origin).href
  if (navigator.share) {
    try {
      await navigator.share({ title, url })
    } catch (error) {
      // Closing the sheet is an answer too.
      if (error instanceof Error && error.name === 'AbortError') return
      await copy(url)
    }
  } else await copy(url)
}

async function copy(url: string) {
  try {
    await navigator.clipboard.writeText(url)
    notify({ title: msg`Link copied`, description: msg`Paste it wherever the other fathers are.`, icon: 'check' })
  } catch {
    // Not allowed, or plain http: then by hand.
    notify({ title: msg`Copy this link`, description: url, icon: 'share', durationMs: 20_000 })
  }
}
