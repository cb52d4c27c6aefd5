import { msg } from '@lingui/core/macro'
import { limits, uploadPath } from '@papadag/contract/limits'
import { useEffect, useState } from 'react'
import { notify } from '../screen/notices.ts'

/** Formats the server reads; others, mostly phone photos, are converted to JPEG if the browser can. */
const readable: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

/** A chosen file in an accepted format; undefined, with a toast saying why, if that is not possible. */
export async function acceptPicture(file: File): Promise<Blob | undefined> {
  if (!file.type.startsWith('image/')) return refuse()
  if (file.size > limits.imageBytes) {
    notify({ title: msg`File too large`, description: msg`Maximum file size is 8MB`, tone: 'destructive' })
    return undefined
  }
  return readable.has(file.type) ? file : ((await toJpeg(file)) ?? refuse())
}

function refuse(): undefined {
  notify({ title: msg`Invalid file type`, description: msg`Only image files are allowed`, tone: 'destructive' })
}

async function toJpeg(file: File): Promise<Blob | undefined> {
  try {
    const bitmap = await createImageBitmap(file)
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
  } catch {
    // The browser cannot decode the file.
    return undefined
  }
}

/** Whether this is the address of a picture: an upload, or an external one. */
export function isPictureAddress(text: string): boolean {
  return uploadPath.test(text) || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
}

/** An object URL of a chosen picture, released when it is no longer shown. */
export function usePreview(picture: Blob | undefined) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!picture) return setUrl(undefined)
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return url
}
