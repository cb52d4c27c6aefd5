import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { useRef } from 'react'
import { notify } from './notices.ts'

type Props = {
  url: string
  /** What to do with the copied link. */
  pasteWhere: MessageDescriptor
  /** Whether copying it is the main thing on the screen. */
  isMain?: boolean
}

/** A link, and the button that copies it. */
export function LinkToCopy({ url, pasteWhere, isMain = false }: Props) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      notify({ title: msg`Link copied`, description: pasteWhere })
    } catch {
      // The clipboard is blocked, or missing on plain http: the user copies by hand.
      field.current?.focus()
      field.current?.select()
    }
  }
  return (
    <div className="field-box pr-1.5">
      <input
        ref={field}
        readOnly
        value={url}
        aria-label={t`Link`}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button size={44} variant={isMain ? 'do' : 'secondary'} onClick={() => void copy()}>
        <Trans>Copy</Trans>
      </Button>
    </div>
  )
}
