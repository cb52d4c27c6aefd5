import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type Place, searchPlaces } from '@papadag/contract/places/places'
import { SuggestField } from '@papadag/ui/fields/suggest-field'
import type { ReactNode, Ref } from 'react'
import { useRead } from '../../../platform/data/data.ts'
import { useSettled } from '../../../platform/data/settled.ts'

const shown = 6
const minCharacters = 2

type Props = {
  value: string
  /** The id of its place; 0 for none. */
  placeId: number
  onChange: (location: string, placeId: number) => void
  onBlur: () => void
  error: string | undefined
  ref: Ref<HTMLInputElement>
  /** Places to choose from, between the label and the field. */
  before?: ReactNode
}

/** The location: any text, or a known place. */
export function PlaceField({ value, placeId, onChange, onBlur, error, ref, before }: Props) {
  const { t } = useLingui()
  const words = useSettled(value.trim())
  const isAsking = placeId === 0 && words.length >= minCharacters
  const found = useRead(searchPlaces, { query: { q: words, limit: shown } }, { enabled: isAsking })
  const places: readonly Place[] = found.data ?? []
  const count = places.length
  return (
    <SuggestField
      label={t`Where?`}
      before={before}
      placeholder={before ? t`Another place` : undefined}
      icon="pin"
      error={error}
      hint={placeId === 0 ? undefined : t`A place on our map: everybody will find the way.`}
      required
      ref={ref}
      value={value}
      onChange={location => onChange(location, 0)}
      onBlur={onBlur}
      listLabel={t`Places`}
      announcement={count > 0 ? t`${plural(count, { one: '# place found', other: '# places found' })}` : ''}
      suggestions={places.map(({ id, name, address, type }) => ({
        id,
        label: name,
        detail: address,
        icon: type === 'playground' ? 'playCorner' : 'kidsMenu',
      }))}
      onPick={({ id }) => {
        const place = places.find(each => each.id === id)
        if (place) onChange(locationOf(place), place.id)
      }}
    />
  )
}

/** The location's text: the place's name, followed by its address if there is one. */
export function locationOf({ name, address }: Pick<Place, 'name' | 'address'>) {
  return address && !address.includes(name) ? `${name}, ${address}` : name
}
