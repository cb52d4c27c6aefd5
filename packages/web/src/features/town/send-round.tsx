import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, buttonClass } from '@papadag/ui/button'
import { useRef, useState } from 'react'
import { notify } from '../../platform/screen/notices.ts'

type Props = {
  /** With the address in it. */
  text: string
  /** Whether sending it is the main thing on the screen. */
  isMain: boolean
  /** Prints it, if it can be printed. */
  onPrint?: () => void
}

/** A text to send to fathers who are not members yet, and the ways to send it. */
export function SendRound({ text, isMain, onPrint }: Props) {
  const { t } = useLingui()
  const quote = useRef<HTMLQuoteElement>(null)
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      // The clipboard is blocked, or missing on plain http: he copies by hand.
      if (quote.current) getSelection()?.selectAllChildren(quote.current)
      notify({ title: msg`Copy the marked text yourself`, icon: 'share' })
    }
  }
  const send = async () => {
    try {
      if (navigator.share) return await navigator.share({ text })
    } catch (error) {
      // Closing the sheet is an answer too.
      if (error instanceof Error && error.name === 'AbortError') return
    }
    await copy()
  }
  return (
    <>
      <blockquote ref={quote} className="break-words rounded-kap-s bg-sunken px-3.5 py-2.5">
        {text}
      </blockquote>
      <div className="grid gap-2">
        <Button variant={isMain ? 'do' : 'secondary'} icon="share" onClick={() => void send()}>
          <Trans>Send it round</Trans>
        </Button>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6rem),1fr))] gap-2">
          <a
            className={buttonClass({ size: 44 })}
            href={`https://wa.me/?text=${encodeURIComponent(text)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            WhatsApp
          </a>
          <Button size={44} onClick={() => void copy()}>
            {isCopied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
          </Button>
          {onPrint && (
            <Button size={44} onClick={onPrint}>
              <Trans>Poster</Trans>
            </Button>
          )}
        </div>
        <p role="status" className="sr-only">
          {isCopied && t`The text has been copied`}
        </p>
      </div>
    </>
  )
}
