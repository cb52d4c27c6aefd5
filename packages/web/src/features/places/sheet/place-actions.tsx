import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Place, PlaceDetail } from '@papadag/contract/places/places'
import { IconButton } from '@papadag/ui/icon-button'
import { Menu } from '@papadag/ui/layers/menu'
import type { MenuItem } from '@papadag/ui/layers/menu-item'
import type { RefObject } from 'react'
import { sayUnavailable } from '../../../platform/screen/quiet.tsx'
import { askToReport } from '../../../platform/screen/reporting.ts'
import { isLocated } from '../measures.ts'
import { MeetHere } from '../meet-here.tsx'
import { Directions } from './directions.tsx'

/** Views that the sheet can show instead of the details. */
export type OtherView = 'history' | 'state' | 'change' | 'gone'

export const titles = {
  history: msg`History`,
  state: msg`Something is wrong here`,
  change: msg`Propose a change`,
  gone: msg`It is no longer there`,
}

type Props = {
  place: Place
  /** The place as read individually. */
  detail: PlaceDetail | undefined
  /** The menu's button. */
  more: RefObject<HTMLButtonElement | null>
  onEdit: (place: Place) => void
  onView: (view: OtherView) => void
}

/** What he can do with a place, below its details. */
export function PlaceActions({ place, detail, more, onEdit, onView }: Props) {
  const { t, i18n } = useLingui()
  const items: MenuItem[] = [
    ...(detail?.mayEdit ? [{ label: t`Edit`, icon: 'edit' as const, onSelect: () => onEdit(detail) }] : []),
    { label: i18n._(titles.history), icon: 'clock', onSelect: () => onView('history') },
    ...(place.type === 'playground'
      ? [{ label: i18n._(titles.state), icon: 'alert' as const, onSelect: () => onView('state') }]
      : []),
    { label: i18n._(titles.change), icon: 'flag', onSelect: () => onView('change') },
    ...(!detail?.isMine
      ? [
          {
            label: t`Report`,
            icon: 'alert' as const,
            onSelect: () => askToReport({ type: 'place', id: place.id, name: place.name }),
          },
        ]
      : []),
    ...(place.imageUrl && !detail?.isMine
      ? [
          {
            label: t`Report the photo`,
            icon: 'image' as const,
            onSelect: () =>
              askToReport({ type: 'photo', id: place.imageUrl ?? '', name: t`the photo of ${place.name}` }),
          },
        ]
      : []),
    { label: i18n._(titles.gone), icon: 'ban', destructive: true, onSelect: () => onView('gone') },
  ]
  return (
    <div className="flex min-w-0 flex-1 flex-wrap gap-2.5">
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
  )
}
