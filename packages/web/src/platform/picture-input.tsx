import type { Ref } from 'react'
import { acceptPicture } from './picture-file.ts'

type Props = { label: string; onPicture: (picture: Blob) => void; ref: Ref<HTMLInputElement> }

/** Where the browser lets a picture be chosen; a button opens it. What cannot be sent is refused in words. */
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
        // The same file can be chosen again.
        currentTarget.value = ''
        const picture = file && (await acceptPicture(file))
        if (picture) onPicture(picture)
      }}
    />
  )
}
