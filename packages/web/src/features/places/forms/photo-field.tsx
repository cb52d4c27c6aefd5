import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { FieldError } from '@papadag/ui/fields/text-field'
import { useId, useRef } from 'react'
import { pictureAddress } from '../../../platform/pictures/picture-address.ts'
import { usePreview } from '../../../platform/pictures/picture-file.ts'
import { PictureInput } from '../../../platform/pictures/picture-input.tsx'

type Props = {
  value: Blob | undefined
  onChange: (picture: Blob | undefined) => void
  /** The place's current photo. */
  imageUrl: string | null
  error: string | undefined
}

/** A photo of the place, with a preview. */
export function PhotoField({ value, onChange, imageUrl, error }: Props) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const hintId = useId()
  const preview = usePreview(value) ?? pictureAddress(imageUrl)
  return (
    <div>
      <p className="mb-1.5 font-[650] text-[.9375rem]">
        <Trans>Photo</Trans>{' '}
        <span className="font-[450] text-ink-2">
          <Trans>(optional)</Trans>
        </span>
      </p>
      {preview && (
        <img
          src={preview}
          alt={value ? t`The photo you chose` : t`The current photo`}
          className="mb-2.5 aspect-[16/9.6] w-full max-w-80 rounded-kap-s bg-sunken object-cover"
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          ref={choose}
          variant="soft"
          size={44}
          icon="camera"
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
        >
          {preview ? <Trans>Choose another photo</Trans> : <Trans>Choose a photo</Trans>}
        </Button>
        {value && (
          <Button
            variant="ghost"
            size={44}
            icon="x"
            onClick={() => {
              onChange(undefined)
              // The focused button disappears with the photo.
              choose.current?.focus()
            }}
          >
            <Trans>Remove photo</Trans>
          </Button>
        )}
      </div>
      <FieldError>{error}</FieldError>
      <p id={hintId} className="mt-1.5 text-ink-2 text-sm">
        <Trans>JPEG, PNG or GIF, max. 8 MB. Please no photos in which other people’s children can be recognised.</Trans>
      </p>
      <PictureInput ref={input} label={t`Photo of the place`} onPicture={onChange} />
    </div>
  )
}
