import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { onePlace, type Place } from '@papadag/contract/places/places'
import { Button } from '@papadag/ui/button'
import { Dialog } from '@papadag/ui/layers/dialog'
import type { PlaceDrawing } from '@papadag/ui/pictures/place-illustration'
import { PictureCardSkeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useRead } from '../../../platform/data/data.ts'
import { PartFailed } from '../../../platform/data/part-failed.tsx'
import { notify } from '../../../platform/screen/notices.ts'
import { StateForm } from '../state/state-form.tsx'
import { type OtherView, PlaceActions, titles } from './place-actions.tsx'
import { PlaceDetails } from './place-details.tsx'
import { PlaceHistory } from './place-history.tsx'
import { ProposalForm } from './proposal-form.tsx'

type Position = { latitude: number; longitude: number }

type Props = {
  id: number
  /** The list's data, until the place itself has been read. */
  known?: Place | undefined
  /** The list's drawing for a missing photo. */
  drawing?: PlaceDrawing | undefined
  position: Position | undefined
  /** Where the browser says that he is. Nothing else is sent: whoever reads a place beside it counts as having been there. */
  here: Position | undefined
  open: boolean
  onClose: () => void
  onEdit: (place: Place) => void
  /** The playdates planned there. */
  planned?: ReactNode
  /** The terms of the filter that led here. */
  used?: readonly string[]
}

/** Everything about one place, over the list. */
export function PlaceSheet({ id, known, drawing, position, here, open, onClose, onEdit, planned, used }: Props) {
  const { t } = useLingui()
  const { view, setView, back, more } = useView()
  const read = useRead(onePlace, { params: { id }, query: { ...here } }, { enabled: open && position !== undefined })
  const detail = read.data
  const place = detail ? { ...detail, distance: detail.distance ?? known?.distance ?? null } : known
  const isGone = open && read.error?.status === 404
  useEffect(() => {
    if (!isGone) return
    notify({ title: msg`This place is no longer there` })
    onClose()
  }, [isGone, onClose])

  return (
    <Dialog
      open={open && !isGone}
      onClose={onClose}
      hasAddress
      closeLabel={t`Close`}
      title={place?.name ?? t`Place`}
      // As high as it will become, so that it does not grow under the finger.
      className="h-[92dvh] md:w-[calc(100%-3rem)] md:max-w-[58rem]"
      {...(place &&
        view === 'details' && {
          footer: <PlaceActions place={place} detail={detail} more={more} onEdit={onEdit} onView={setView} />,
        })}
    >
      {view !== 'details' ? (
        <OtherPart placeId={id} view={view} back={back} onBack={() => setView('details')} />
      ) : place ? (
        <PlaceDetails place={place} drawing={drawing} detail={detail} planned={planned} {...(used && { used })} />
      ) : read.error ? (
        <PartFailed error={read.error} onRetry={() => void read.refetch()}>
          <Trans>The place could not be loaded.</Trans>
        </PartFailed>
      ) : (
        <SkeletonGroup label={t`Loading...`}>
          <PictureCardSkeleton />
        </SkeletonGroup>
      )}
    </Dialog>
  )
}

/** The sheet's current view. The focus follows, since the focused element disappears with its view. */
function useView() {
  const [view, setView] = useState<OtherView | 'details'>('details')
  const back = useRef<HTMLButtonElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const hasTurned = useRef(false)
  useEffect(() => {
    if (hasTurned.current) (view === 'details' ? more : back).current?.focus()
    hasTurned.current = true
  }, [view])
  return { view, setView, back, more }
}

type OtherProps = { placeId: number; view: OtherView; back: RefObject<HTMLButtonElement | null>; onBack: () => void }

function OtherPart({ placeId, view, back, onBack }: OtherProps) {
  const { i18n } = useLingui()
  return (
    <div className="max-w-xl">
      <p className="-ml-3 mb-2">
        <Button ref={back} variant="ghost" size={44} icon="back" onClick={onBack}>
          <Trans>Back to the place</Trans>
        </Button>
      </p>
      <h3 className="mb-3 text-xl">{i18n._(titles[view])}</h3>
      {view === 'history' ? (
        <PlaceHistory placeId={placeId} />
      ) : view === 'state' ? (
        <StateForm placeId={placeId} onDone={onBack} />
      ) : (
        <ProposalForm placeId={placeId} kind={view} onDone={onBack} />
      )}
    </div>
  )
}
