import { Trans } from '@lingui/react/macro'
import { LogoMark, LogoWordmark } from '@papadag/ui/pictures/logo'
import { QRCodeSVG } from 'qrcode.react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import './poster.css'

type Props = {
  url: string
  code: { label: string; size: number }
  /** Whether all that it shows is drawn. */
  isReady: boolean
  onPrinted: () => void
  children: ReactNode
}

/** An A5 sheet for a notice board with a code to scan, printed once it is ready. It exists only on paper. */
export function PosterSheet({ url, code, isReady, onPrinted, children }: Props) {
  const print = useEffectEvent(() => {
    window.print()
    onPrinted()
  })
  useEffect(() => {
    if (isReady) print()
  }, [isReady])
  return createPortal(
    <div className="poster">
      <p className="flex items-center gap-[9px]">
        <LogoMark className="size-11" />
        <LogoWordmark className="h-7" />
      </p>
      {children}
      <QrCode url={url} {...code} />
      <p>
        <Trans>Dads and kids, come and play. Scan and join.</Trans>
      </p>
      <p className="text-xs">{url.replace(/^https?:\/\//, '')}</p>
    </div>,
    document.body,
  )
}

/** A link to scan; dark on white in both themes, since cameras need that. */
export function QrCode({ url, label, size = 224 }: { url: string; label: string; size?: number }) {
  return (
    <div className="mx-auto rounded-m bg-white p-4">
      <QRCodeSVG value={url} size={size} title={label} level="M" fgColor="#12332e" />
    </div>
  )
}
