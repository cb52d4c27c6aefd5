/** Decodes untrusted pictures in a process of its own, which has no secrets and can crash or be killed without harm. */
import { limits } from '@papadag/contract/limits'
import sharp from 'sharp'

/** The stored size: a square filled to its edges, or a whole picture that fits into one; never enlarged. */
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

// By default sharp reads only the first frame and drops all metadata.
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
// Ctrl-C reaches the whole process group; the server finishes its requests first and then ends this process.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
