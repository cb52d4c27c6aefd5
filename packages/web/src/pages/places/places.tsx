import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { type Place, type PlaceType, placeTypes } from '@papadag/contract/places/places'
import { Button } from '@papadag/ui/button'
import { SearchField } from '@papadag/ui/fields/search-field'
import { Icon } from '@papadag/ui/pictures/icon'
import { ScreenHead } from '@papadag/ui/screen-head'
import { TabPanel, Tabs } from '@papadag/ui/tabs'
import { textLinkClass } from '@papadag/ui/text-link'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useWhere } from '../../features/location/where.ts'
import { drawingsOf } from '../../features/places/drawings.ts'
import { roundPosition } from '../../features/places/measures.ts'
import { PlaceList } from '../../features/places/place-list.tsx'
import { FeatureChips } from '../../features/places/surface/feature-chips.tsx'
import { ListOrMap } from '../../features/places/surface/segments.tsx'
import { filterOf, listAddress, readWanted } from '../../features/places/surface/surface-address.ts'
import { usePlaces } from '../../features/places/use-places.ts'
import { focusHeading, navigate, useSearch } from '../../platform/navigation/navigation.tsx'
import { openIdIn, useCloseSheet } from '../../platform/navigation/sheet-address.ts'
import { useTypedSearch } from '../../platform/navigation/typed-search.ts'

// Most visits open none or one of them.
const AddRestaurant = lazy(async () => ({
  default: (await import('../../features/places/forms/add-restaurant.tsx')).AddRestaurant,
}))
const EditPlaceDialog = lazy(async () => ({
  default: (await import('../../features/places/forms/edit-place-dialog.tsx')).EditPlaceDialog,
}))
const PlannedHere = lazy(async () => ({
  default: (await import('../../features/playdates/elsewhere/planned-here.tsx')).PlannedHere,
}))
const PlaceSheet = lazy(async () => ({
  default: (await import('../../features/places/sheet/place-sheet.tsx')).PlaceSheet,
}))

function readAddress(search: string) {
  const query = new URLSearchParams(search)
  return {
    type: placeTypes.find(type => type === query.get('type')),
    wanted: readWanted(query),
    openId: openIdIn(query),
  }
}

export function Page() {
  const { t } = useLingui()
  const address = readAddress(useSearch())
  const { type, wanted, openId } = address
  const { words } = wanted
  const where = useWhere()
  const position = usePosition(where.position, where.otherwise)
  const [typed, setTyped] = useTypedSearch(words, typedWords =>
    // A sheet that was opened right after the last keystroke stays open.
    openId === undefined ? listAddress({ ...wanted, words: typedWords }, type) : undefined,
  )
  const adding = useAdding()
  const { edited, edit, stopEditing } = useEditing()
  const toPlace = ({ id }: Place) => listAddress(wanted, type, id)
  const list = listAddress(wanted, type)
  const close = useCloseSheet(openId !== undefined, list)
  const found = usePlaces({ type, q: words, ...filterOf(wanted, type), position })
  const drawings = useMemo(() => drawingsOf(found.items ?? []), [found.items])
  const tab = type ?? 'all'
  // The fields of the form come first on a phone, without the filters of the list.
  const isFilling = adding.isAdding && type === 'restaurant'
  const show = (to: string) => navigate(to, { replace: true })
  const clear = () => {
    setTyped('')
    show(listAddress({ words: '', features: [], facts: [] }, type))
    focusHeading()
  }

  return (
    <>
      <ScreenHead title={<Trans>Places for Kids</Trans>}>
        <span className="phone:hidden">
          <Trans>Tested by dads with dirty knees.</Trans>
        </span>
      </ScreenHead>
      <div className="grid grid-cols-1 gap-x-4 gap-y-2.5 md:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="flex flex-wrap gap-2">
          <SearchField
            label={t`Search by name, address or feature`}
            placeholder={t`Name, address`}
            clearLabel={t`Clear search`}
            value={typed}
            onChange={setTyped}
            maxLength={limits.search}
            className="min-w-32 flex-1"
          />
          <ListOrMap shown="list" wanted={wanted} list={list} />
        </div>
        <Tabs
          value={tab}
          onChange={next => show(listAddress(wanted, next === 'all' ? undefined : next))}
          label={t`Places for Kids`}
          className="[display:contents]"
          tabs={[
            { value: 'all', label: t({ message: 'All', context: 'places' }) },
            { value: 'restaurant', label: t`Restaurants` },
            { value: 'playground', label: t`Playgrounds` },
          ]}
        >
          {!isFilling && (
            <FeatureChips
              type={type}
              chosen={wanted}
              onChange={chosen => show(listAddress({ ...wanted, ...chosen }, type))}
              className="col-span-full"
            />
          )}
          {(['all', ...placeTypes] as const).map(value => (
            <TabPanel key={value} value={value} className="col-span-full mt-1! md:mt-2.5!">
              {!isFilling && <DistancesFrom where={where} />}
              {value === 'restaurant' && <Adding {...adding} findMe={where.locateForPlaces} toPlace={toPlace} />}
              <h2 className="sr-only">
                <Heading of={value} />
              </h2>
              {value === tab && (
                <PlaceList
                  found={found}
                  drawings={drawings}
                  words={words}
                  isFiltered={wanted.features.length + (type === 'playground' ? wanted.facts.length : 0) > 0}
                  onClear={clear}
                  onEdit={edit}
                  toPlace={toPlace}
                />
              )}
            </TabPanel>
          ))}
        </Tabs>
      </div>
      <Suspense>
        <OpenedPlace
          openId={openId}
          items={found.items}
          drawings={drawings}
          used={type === 'playground' ? wanted.facts : noTerms}
          position={position}
          here={where.here && roundPosition(where.here)}
          onClose={close}
          onEdit={edit}
        />
        {edited && (
          <EditPlaceDialog
            key={edited.nth}
            place={edited.place}
            open={edited.open}
            findMe={where.locateForPlaces}
            onClose={stopEditing}
          />
        )}
      </Suspense>
    </>
  )
}

type Where = ReturnType<typeof useWhere>

function Heading({ of: type }: { of: 'all' | PlaceType }) {
  return type === 'all' ? (
    <Trans>All places</Trans>
  ) : type === 'restaurant' ? (
    <Trans>Restaurants</Trans>
  ) : (
    <Trans>Playgrounds</Trans>
  )
}

function DistancesFrom({ where: { status, from, locateForPlaces } }: { where: Where }) {
  return (
    <p className="-mt-2 mb-1 flex min-h-13 flex-wrap items-center gap-x-3 text-ink-2 text-sm md:min-h-11">
      {status === 'obtained' && <Trans>Distances from where you are.</Trans>}
      {status === 'fallback' && (
        <>
          {from ? <Trans>Distances from {from}.</Trans> : <Trans>Distances from where you live.</Trans>}
          <button type="button" className={textLinkClass} onClick={() => void locateForPlaces()}>
            <Icon name="locate" size={18} />
            <Trans>Use my location</Trans>
          </button>
        </>
      )}
    </p>
  )
}

/** The place in the form that changes it; the form keeps its content while it fades out. */
function useEditing() {
  const [edited, setEdited] = useState<{ place: Place; open: boolean; nth: number }>()
  // A fresh form each time, with what is known at that moment.
  const edit = useCallback((place: Place) => setEdited(last => ({ place, open: true, nth: (last?.nth ?? 0) + 1 })), [])
  const stopEditing = () => setEdited(last => last && { ...last, open: false })
  return { edited, edit, stopEditing }
}

/** Whether the form for a new restaurant is open, whichever tab is shown. */
function useAdding() {
  const [isAdding, setIsAdding] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const stop = useCallback(() => {
    setIsAdding(false)
    button.current?.focus()
  }, [])
  return { isAdding, setIsAdding, button, stop }
}

type AddingProps = ReturnType<typeof useAdding> & {
  findMe: Where['locateForPlaces']
  toPlace: (place: Place) => string
}

function Adding({ isAdding, setIsAdding, button, stop, findMe, toPlace }: AddingProps) {
  return (
    <div className="mb-4.5 grid grid-cols-1 gap-3.5">
      <Button
        ref={button}
        variant={isAdding ? 'picked' : 'secondary'}
        icon={isAdding ? 'x' : 'plus'}
        aria-expanded={isAdding}
        className="md:justify-self-start"
        onClick={() => setIsAdding(!isAdding)}
      >
        {isAdding ? <Trans>Never mind</Trans> : <Trans>Add Restaurant</Trans>}
      </Button>
      {isAdding && (
        <Suspense>
          <AddRestaurant findMe={findMe} toPlace={toPlace} onDone={stop} onCancel={stop} />
        </Suspense>
      )}
    </div>
  )
}

const noTerms: readonly string[] = []

type OpenedProps = {
  openId: number | undefined
  items: readonly Place[] | undefined
  drawings: ReturnType<typeof drawingsOf>
  used: readonly string[]
  position: Position | undefined
  here: Position | undefined
  onClose: () => void
  onEdit: (place: Place) => void
}

/** The sheet of the open place; it keeps its content while it fades out. */
function OpenedPlace({ openId, items, drawings, used, position, here, onClose, onEdit }: OpenedProps) {
  const [shownId, setShownId] = useState(openId)
  if (openId !== undefined && openId !== shownId) setShownId(openId)
  if (shownId === undefined) return null
  return (
    <PlaceSheet
      key={shownId}
      id={shownId}
      known={items?.find(({ id }) => id === shownId)}
      drawing={drawings.get(shownId)}
      used={used}
      position={position}
      here={here}
      open={openId !== undefined}
      onClose={onClose}
      onEdit={onEdit}
      planned={<PlannedHere placeId={shownId} />}
    />
  )
}

const patienceMs = 1500

type Position = { latitude: number; longitude: number }

/** The origin of distances; a fallback if the browser takes long to locate him. */
function usePosition(found: Position | undefined, otherwise: Position) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  const position = found ?? (isLate ? otherwise : undefined)
  return position && roundPosition(position)
}
