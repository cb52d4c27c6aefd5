import type { Ref } from 'react'
import { acceptPicture } from './picture-file.ts'

type Props = { label: string; onPicture: (picture: Blob) => void; ref: Ref<HTMLInputElement> }

/** The browser's file input behind a button. Unsuitable files are refused with a sentence. */
export function PictureInput({ label, onPicture, ref }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      accept="image/*"
      hidden
      aria-label={label}
      onChange={async ({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        // Allows choosing the same file again.
        currentTarget.value = ''
        const picture = file && (await acceptPicture(file))
        if (picture) onPicture(picture)
      }}
    />
  )
}
