import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { onePlace, type Place } from '@papadag/contract/places/places'
import { Button } from '@papadag/ui/button'
import { IconButton } from '@papadag/ui/icon-button'
import { Dialog } from '@papadag/ui/layers/dialog'
import { Menu } from '@papadag/ui/layers/menu'
import type { MenuItem } from '@papadag/ui/layers/menu-item'
import type { PlaceDrawing } from '@papadag/ui/pictures/place-illustration'
import { PictureCardSkeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRead } from '../../../platform/data/data.ts'
import { PartFailed } from '../../../platform/data/part-failed.tsx'
import { notify } from '../../../platform/screen/notices.ts'
import { sayUnavailable } from '../../../platform/screen/quiet.tsx'
import { askToReport } from '../../../platform/screen/reporting.ts'
import { isLocated } from '../measures.ts'
import { MeetHere } from '../meet-here.tsx'
import { Directions } from './directions.tsx'
import { PlaceDetails } from './place-details.tsx'
import { PlaceHistory } from './place-history.tsx'
import { ProposalForm } from './proposal-form.tsx'

type Props = {
  id: number
  /** The list's data, until the place is read by itself. */
  known?: Place | undefined
  /** The list's drawing for a missing photo. */
  drawing?: PlaceDrawing | undefined
  position: { latitude: number; longitude: number } | undefined
  open: boolean
  onClose: () => void
  onEdit: (place: Place) => void
  /** The playdates planned there. */
  planned?: ReactNode
}

type View = 'details' | 'history' | 'change' | 'gone'

/** Everything about one place, over the list. */
export function PlaceSheet({ id, known, drawing, position, open, onClose, onEdit, planned }: Props) {
  const { t } = useLingui()
  const [view, setView] = useState<View>('details')
  const back = useRef<HTMLButtonElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const read = useRead(
    onePlace,
    { params: { id }, query: { ...position } },
    { enabled: open && position !== undefined },
  )
  const detail = read.data
  const place = detail ?? known
  const isGone = open && read.error?.status === 404
  useEffect(() => {
    if (!isGone) return
    notify({ title: msg`This place is no longer there` })
    onClose()
  }, [isGone, onClose])
  const hasTurned = useRef(false)
  useEffect(() => {
    // The focused element disappeared with its view.
    if (hasTurned.current) (view === 'details' ? more : back).current?.focus()
    hasTurned.current = true
  }, [view])

  const titles = {
    history: t`History`,
    change: t`Propose a change`,
    gone: t`It is no longer there`,
  }
  const items: MenuItem[] = [
    ...(detail?.mayEdit ? [{ label: t`Edit`, icon: 'edit' as const, onSelect: () => onEdit(detail) }] : []),
    { label: titles.history, icon: 'clock', onSelect: () => setView('history') },
    { label: titles.change, icon: 'flag', onSelect: () => setView('change') },
    ...(place && !detail?.isMine
      ? [
          {
            label: t`Report`,
            icon: 'alert' as const,
            onSelect: () => askToReport({ type: 'place', id: place.id, name: place.name }),
          },
        ]
      : []),
    ...(place?.imageUrl && !detail?.isMine
      ? [
          {
            label: t`Report the photo`,
            icon: 'image' as const,
            onSelect: () =>
              askToReport({ type: 'photo', id: place.imageUrl ?? '', name: t`the photo of ${place.name}` }),
          },
        ]
      : []),
    { label: titles.gone, icon: 'ban', destructive: true, onSelect: () => setView('gone') },
  ]

  return (
    <Dialog
      open={open && !isGone}
      onClose={onClose}
      hasAddress
      closeLabel={t`Close`}
      title={place?.name ?? t`Place`}
      // As high as it becomes, so that it does not grow under the finger.
      className="h-[92dvh] md:w-[calc(100%-3rem)] md:max-w-[58rem]"
      {...(place &&
        view === 'details' && {
          footer: (
            <div className="flex flex-1 flex-wrap gap-2.5">
              <MeetHere place={place} className="max-md:w-full md:flex-1" />
              {isLocated(place) && <Directions place={place} className="flex-1" />}
              <span className="ml-auto">
                <Menu
                  label={t`Options for ${place.name}`}
                  onUnavailable={sayUnavailable}
                  items={items}
                  trigger={({ ref, ...props }) => (
                    <IconButton
                      {...props}
                      ref={button => {
                        more.current = button
                        ref(button)
                      }}
                      icon="more"
                      variant="box"
                      aria-label={t`More options for ${place.name}`}
                    />
                  )}
                />
              </span>
            </div>
          ),
        })}
    >
      {view !== 'details' ? (
        <div className="max-w-xl">
          <p className="-ml-3 mb-2">
            <Button ref={back} variant="ghost" size={44} icon="back" onClick={() => setView('details')}>
              <Trans>Back to the place</Trans>
            </Button>
          </p>
          <h3 className="mb-3 text-xl">{titles[view]}</h3>
          {view === 'history' ? (
            <PlaceHistory placeId={id} />
          ) : (
            <ProposalForm placeId={id} kind={view} onDone={() => setView('details')} />
          )}
        </div>
      ) : place ? (
        <PlaceDetails place={place} drawing={drawing} detail={detail} planned={planned} />
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
