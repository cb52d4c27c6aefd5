import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { uploadProfilePicture } from '@papadag/contract/pictures/uploads'
import { Button } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import { useRef } from 'react'
import { useWrite } from '../../../platform/data/data.ts'
import { PictureInput } from '../../../platform/pictures/picture-input.tsx'
import { noConnection } from '../../../platform/screen/notices.ts'

/** The id of the hint about allowed pictures. */
export const pictureHint = 'profile-picture-hint'

type Props = {
  isSmall?: boolean
  /** Whether there is a picture already. */
  hasPicture?: boolean
}

/** Chooses another profile picture, which is saved at once. */
export function PictureButton({ isSmall = false, hasPicture = false }: Props) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useWrite(uploadProfilePicture, {
    done: msg`Profile photo changed`,
    failed: ({ code }) => ({
      title: msg`Failed to upload profile image`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
  })
  const choose = () => input.current?.click()
  return (
    <>
      {isSmall ? (
        <button
          type="button"
          aria-label={t`Change profile photo`}
          aria-describedby={pictureHint}
          disabled={isPending}
          className="absolute grid size-11 place-items-center rounded-m bg-picked text-picked-ink hover:opacity-90"
          style={{ right: -12, bottom: -6 }}
          onClick={choose}
        >
          <Icon name="camera" size={20} />
        </button>
      ) : (
        <Button variant="soft" size={44} icon="camera" aria-describedby={pictureHint} busy={isPending} onClick={choose}>
          {hasPicture ? <Trans>Another photo</Trans> : <Trans>Choose a photo</Trans>}
        </Button>
      )}
      <PictureInput ref={input} label={t`Profile photo`} onPicture={picture => mutate({ file: picture })} />
    </>
  )
}
