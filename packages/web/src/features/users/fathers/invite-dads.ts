import { msg } from '@lingui/core/macro'
import { translate } from '../../../platform/language/translate.ts'
import { notify } from '../../../platform/screen/notices.ts'

const words = msg`Playdates for dads and their children, around the corner.`

/** Passes the address of Papadag to the device's share sheet, or copies it if there is none. */
export async function inviteDads(): Promise<void> {
  const url = location.origin
  try {
    if (navigator.share) return await navigator.share({ title: 'Papadag', text: translate(words), url })
  } catch (error) {
    // Closing the sheet is an answer too.
    if (error instanceof Error && error.name === 'AbortError') return
  }
  try {
    await navigator.clipboard.writeText(url)
    notify({ title: msg`Link copied`, description: msg`Paste it wherever the other dads are.`, icon: 'check' })
  } catch {
    notify({ title: msg`Copy this link`, description: url, icon: 'share', durationMs: 20_000 })
  }
}
