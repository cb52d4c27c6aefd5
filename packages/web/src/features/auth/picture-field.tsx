import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { FieldError } from '@papadag/ui/fields/text-field'
import { IconButton } from '@papadag/ui/icon-button'
import { Icon } from '@papadag/ui/pictures/icon'
import { useId, useRef } from 'react'
import { usePreview } from '../../platform/pictures/picture-file.ts'
import { PictureInput } from '../../platform/pictures/picture-input.tsx'

type Props = {
  value: Blob | undefined
  onChange: (picture: Blob | undefined) => void
  /** Why the server refused it. */
  error?: string | null
}

/** A picture from this device, with a preview. */
export function PictureField({ value, onChange, error }: Props) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const hintId = useId()
  const preview = usePreview(value)
  return (
    <div className="flex items-center gap-3.5">
      <span className="relative grid size-18 shrink-0 place-items-center overflow-hidden rounded-kap-avatar bg-sunken text-ink-2">
        {preview ? (
          <img src={preview} alt={t`This is how others see you`} className="absolute inset-0 size-full object-cover" />
        ) : (
          <Icon name="camera" />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1">
          <Button
            ref={choose}
            variant="soft"
            size={44}
            aria-describedby={hintId}
            onClick={() => input.current?.click()}
          >
            {value ? <Trans>Choose another photo</Trans> : <Trans>Choose a profile photo</Trans>}
          </Button>
          {value && (
            <IconButton
              icon="x"
              aria-label={t`Remove photo`}
              onClick={() => {
                onChange(undefined)
                // The focused button disappears with the photo.
                choose.current?.focus()
              }}
            />
          )}
        </div>
        <FieldError>{error}</FieldError>
        <p id={hintId} className="mt-1.5 text-ink-2 text-sm">
          <Trans>
            JPEG, PNG or GIF, max. 8 MB. Please no photos in which other people’s children can be recognised.
          </Trans>
        </p>
        <PictureInput ref={input} label={t`Profile photo`} onPicture={onChange} />
      </div>
    </div>
  )
}
