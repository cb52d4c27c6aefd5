import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import { Skeleton } from '@papadag/ui/states/skeleton'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { LinkToCopy } from '../../platform/screen/link-to-copy.tsx'

const QrCode = lazy(async () => ({ default: (await import('../../domain/poster/poster-sheet.tsx')).QrCode }))
const Poster = lazy(async () => ({ default: (await import('./poster.tsx')).Poster }))

type Props = {
  url: string
  /** The text before the link in a message. */
  message: string
  /** Only for an invitation, which has a code to scan and a poster. */
  token?: string
  /** What to do with the copied link; by default, to give it to other fathers. */
  pasteWhere?: MessageDescriptor
  /** Whether copying it is the main thing on the screen. */
  isMain?: boolean
  /** A sentence about who can open the link. */
  children: ReactNode
}

const withOtherDads = msg`Paste it wherever the other dads are.`

/** All ways to share a link. */
export function ShareWays({ url, message, token, pasteWhere = withOtherDads, isMain = true, children }: Props) {
  const { t } = useLingui()
  const [showsCode, setShowsCode] = useState(false)
  const [isPrinting, setIsPrinting] = useState(false)
  const words = encodeURIComponent(`${message} ${url}`)
  const way = buttonClass({ size: 44, className: 'w-full' })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <LinkToCopy url={url} pasteWhere={pasteWhere} isMain={isMain} />
      <p className="text-ink-2 text-sm">{children}</p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.25rem),1fr))] gap-2.5">
        {'share' in navigator && (
          <Button size={44} icon="share" onClick={() => void share(message, url)}>
            <Trans>Share with…</Trans>
          </Button>
        )}
        <a className={way} href={`https://wa.me/?text=${words}`} target="_blank" rel="noopener noreferrer">
          <Icon name="chat" size={18} />
          WhatsApp
        </a>
        <a className={way} href={`mailto:?subject=${encodeURIComponent(t`Playdate`)}&body=${words}`}>
          <Icon name="mail" size={18} />
          <Trans>E-mail</Trans>
        </a>
        {token && (
          <>
            <Button size={44} icon="camera" aria-expanded={showsCode} onClick={() => setShowsCode(!showsCode)}>
              <Trans>QR code</Trans>
            </Button>
            <Button size={44} icon="image" busy={isPrinting} onClick={() => setIsPrinting(true)}>
              <Trans>Poster</Trans>
            </Button>
            {isPrinting && (
              <Suspense>
                <Poster url={url} token={token} onDone={() => setIsPrinting(false)} />
              </Suspense>
            )}
          </>
        )}
      </div>
      {showsCode && (
        <Suspense fallback={<Skeleton className="mx-auto size-56 rounded-m" />}>
          <QrCode url={url} label={t`QR code of the invitation`} />
        </Suspense>
      )}
    </div>
  )
}

async function share(text: string, url: string) {
  // Closing the device's share sheet is an answer too.
  await navigator.share({ text, url }).catch(() => {})
}
