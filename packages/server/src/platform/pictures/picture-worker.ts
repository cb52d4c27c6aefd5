/**
 * Decodes pictures of strangers, in a process of its own: it can be killed at any moment, holds no secrets, and a
 * picture that brings the decoder down brings nothing else down.
 */
import { limits } from '@papadag/contract/limits'
import sharp from 'sharp'

/** How large a picture is kept: a square filled to its edges, or whole within one; never larger than it was. */
export interface PictureSize {
  px: number
  fit: 'cover' | 'inside'
}

export interface PictureJob extends PictureSize {
  file: Uint8Array
}

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
})

// Without options sharp reads the first frame alone and keeps no metadata.
async function encode({ file, px, fit }: PictureJob): Promise<Buffer> {
  return sharp(file, { limitInputPixels: limits.imagePixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: px, height: px, fit, withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
}

process.on('message', (job: PictureJob) => {
  encode(job).then(
    picture => process.send?.(picture),
    () => process.send?.(null),
  )
})
process.on('disconnect', () => process.exit())
// Ctrl-C reaches the whole group; the server finishes its requests first and then ends this process.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
