import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type Place, savePlace, unsavePlace } from '@papadag/contract/places'
import { IconButton } from '@papadag/ui/icon-button'
import { useState } from 'react'
import { useWrite } from '../../platform/data.ts'

const failed = msg`An error occurred while updating your favorites.`

type Props = { place: Pick<Place, 'id' | 'name' | 'isSaved'>; variant?: 'disc' | 'box'; className?: string }

/** The heart: full at once, empty again when the server would not have it. */
export function FavoriteButton({ place, variant = 'disc', className }: Props) {
  const { t } = useLingui()
  const { id, name, isSaved } = place
  const save = useWrite(savePlace, { done: msg`Added to favorites`, failed })
  const unsave = useWrite(unsavePlace, { done: msg`Removed from favorites`, failed })
  const [beats, setBeats] = useState(false)
  const isBusy = save.isPending || unsave.isPending
  const isShownSaved = save.isPending || (isSaved && !unsave.isPending)
  const toggle = () => {
    if (isBusy) return
    setBeats(!isSaved)
    const { mutate } = isSaved ? unsave : save
    mutate({ params: { id } })
  }
  return (
    <IconButton
      icon="heart"
      variant={variant}
      aria-label={t`Save ${name}`}
      aria-pressed={isShownSaved}
      aria-disabled={isBusy}
      iconClassName={beats && isShownSaved ? 'heartbeat' : ''}
      onAnimationEnd={() => setBeats(false)}
      onClick={toggle}
      {...(className && { className })}
    />
  )
}
