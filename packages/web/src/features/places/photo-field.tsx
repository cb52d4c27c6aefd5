import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/icon'
import { useId, useRef } from 'react'
import { pictureAddress } from '../../platform/picture-address.ts'
import { acceptPicture, usePreview } from '../../platform/picture-file.ts'

type Props = {
  value: Blob | undefined
  onChange: (picture: Blob | undefined) => void
  /** The photo the place has now. */
  imageUrl: string | null
  error: string | undefined
}

/** A photo of the place, with a look at it before it goes. */
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
          <Trans>(not needed)</Trans>
        </span>
      </p>
      {preview && (
        <img
          src={preview}
          alt={value ? t`The photo you chose` : t`The photo it has now`}
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
              // This button goes with it.
              choose.current?.focus()
            }}
          >
            <Trans>Remove photo</Trans>
          </Button>
        )}
      </div>
      <div role="alert">
        {error && (
          <p className="mt-1.5 flex items-center gap-1.5 font-[650] text-danger text-sm">
            <Icon name="alert" size={18} />
            {error}
          </p>
        )}
      </div>
      <p id={hintId} className="mt-1.5 text-ink-2 text-sm">
        <Trans>JPEG, PNG or GIF, max. 8 MB. No recognisable children of others, please.</Trans>
      </p>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t`Photo of the place`}
        onChange={async ({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file can be chosen again after it was removed.
          currentTarget.value = ''
          const picture = file && (await acceptPicture(file))
          if (picture) onChange(picture)
        }}
      />
    </div>
  )
}
