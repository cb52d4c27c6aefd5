import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type Place, savePlace, unsavePlace } from '@papadag/contract/places/places'
import { address } from '@papadag/contract/route'
import { IconButton } from '@papadag/ui/icon-button'
import { useState } from 'react'
import { useWrite } from '../../platform/data/data.ts'
import { useIsUnsent } from '../../platform/data/unsent-writes.ts'

const failed = msg`An error occurred while updating your favorites.`

type Props = { place: Pick<Place, 'id' | 'name' | 'isSaved'>; variant?: 'disc' | 'box'; className?: string }

/** The heart: fills immediately, and empties again if the server refuses. */
export function FavoriteButton({ place, variant = 'disc', className }: Props) {
  const { t } = useLingui()
  const { id, name, isSaved } = place
  const later = (nowSaved: boolean) => async (input: { params: { id: number } }) =>
    (await import('./favorite-offline.ts')).favoriteLater(nowSaved, input, name)
  const save = useWrite(savePlace, {
    done: { title: msg`Added to favorites`, icon: 'heart' },
    failed,
    whenOffline: later(true),
  })
  const unsave = useWrite(unsavePlace, {
    done: { title: msg`Removed from favorites`, icon: 'heart' },
    failed,
    whenOffline: later(false),
  })
  const isUnsent = useIsUnsent(address(savePlace, { params: { id } }))
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
      aria-label={isUnsent ? t`Save ${name}. It will be sent as soon as you are online again.` : t`Save ${name}`}
      dot={isUnsent}
      aria-pressed={isShownSaved}
      aria-disabled={isBusy}
      iconClassName={beats && isShownSaved ? 'heartbeat' : ''}
      onAnimationEnd={() => setBeats(false)}
      onClick={toggle}
      {...(className && { className })}
    />
  )
}
