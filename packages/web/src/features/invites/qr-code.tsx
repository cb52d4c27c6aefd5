import { QRCodeSVG } from 'qrcode.react'

/** A link to scan; dark on white in both themes, since cameras need that. */
export function QrCode({ url, label, size = 224 }: { url: string; label: string; size?: number }) {
  return (
    <div className="mx-auto rounded-m bg-white p-4">
      <QRCodeSVG value={url} size={size} title={label} level="M" fgColor="#12332e" />
    </div>
  )
}
