import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { HostedMap } from '@papadag/contract/places/hosted-map'
import { Button } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isOffline } from '../../../../platform/browser/network.ts'
import { useDates } from '../../../../platform/language/dates.ts'
import { useUser } from '../../../../platform/session/session.ts'
import type { Position } from '../geo.ts'
import { deleteOfflineMap, isOnWifi, isStale, type OfflineMap, readOfflineMap } from './offline-map.ts'
import { NoRoom, NotOnMap, saveMap, tilesAround } from './save-map.ts'

type Props = {
  /** His neighbourhood or his position; undefined while neither is known. */
  center: Position | undefined
  /** The server's map. */
  map: HostedMap
}

/** Keeps the map of his neighbourhood on this device, since reception is worst at playgrounds. */
export default function OfflineMapCard({ center, map }: Props) {
  const { kept, share, problem, save, stop, remove } = useOfflineMap(center, map.version)
  const isBeside = center !== undefined && tilesAround(center, map).length === 0
  return (
    <Card as="section" aria-labelledby="offline-map" className="mt-4 grid gap-2.5 md:p-4.5">
      <h2 id="offline-map" className="text-lg">
        <Trans>The map without internet</Trans>
      </h2>
      <div role="status" className="text-ink-2 text-sm">
        {share !== undefined ? (
          <Progress share={share} />
        ) : kept ? (
          <Kept kept={kept} />
        ) : isBeside ? (
          <Beside />
        ) : (
          <Offer center={center} />
        )}
      </div>
      {problem && (
        <p role="alert" className="font-semibold text-danger text-sm">
          <Sentence of={problem} />
        </p>
      )}
      <div className="flex flex-wrap gap-2.5">
        {share !== undefined ? (
          <Button size={44} icon="x" onClick={stop}>
            <Trans>Stop</Trans>
          </Button>
        ) : (
          center &&
          !isBeside && (
            <Button size={44} icon={kept ? 'refresh' : 'download'} onClick={save}>
              {kept ? <Trans>Refresh</Trans> : <Trans>Keep the map of my neighbourhood</Trans>}
            </Button>
          )
        )}
        {kept && share === undefined && (
          <Button size={44} variant="ghost" icon="trash" onClick={remove}>
            <Trans>Remove from this device</Trans>
          </Button>
        )}
      </div>
    </Card>
  )
}

function Sentence({ of }: { of: MessageDescriptor }) {
  const { i18n } = useLingui()
  return <>{i18n._(of)}</>
}

function Beside() {
  return <Trans>Your neighbourhood is not on this map, so there is nothing to keep.</Trans>
}

function Offer({ center }: { center: Position | undefined }): ReactNode {
  if (!center) {
    return <Trans>Share your location, or say in your settings where you live. Then you can keep the map of it.</Trans>
  }
  return (
    <Trans>
      Reception is often worst at the playground. Keep the map and all playgrounds within 5 km on this device, at most
      20 MB.
    </Trans>
  )
}

function Progress({ share }: { share: number }) {
  const { t } = useLingui()
  const percent = Math.floor(share * 100)
  return (
    <span className="grid gap-1.5">
      <Trans>Keeping the map…</Trans>
      <progress value={percent} max={100} aria-label={t`Keeping the map…`} className="h-2 w-full" />
    </span>
  )
}

function Kept({ kept }: { kept: OfflineMap }) {
  const { savedAtMs, bytes, places, isCut, isPart } = kept
  const day = useDates().fullDate(new Date(savedAtMs).toISOString())
  const megabytes = Math.max(1, Math.round(bytes / 1_000_000))
  const count = places.length
  return (
    <>
      {isPart ? (
        <Trans>
          Kept on {day}: the part of your neighbourhood that is on the map, and{' '}
          <Plural value={count} one="# playground" other="# playgrounds" /> within 5 km, {megabytes} MB. It works
          without internet.
        </Trans>
      ) : (
        <Trans>
          Kept on {day}: the map and <Plural value={count} one="# playground" other="# playgrounds" /> within 5 km,{' '}
          {megabytes} MB. It works without internet.
        </Trans>
      )}
      {isCut && (
        <>
          {' '}
          <Trans>There was more than 20 MB; what is nearest is on it.</Trans>
        </>
      )}
    </>
  )
}

function useOfflineMap(center: Position | undefined, version: string) {
  const { id } = useUser()
  const [kept, setKept] = useState<OfflineMap>()
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<MessageDescriptor>()
  const running = useRef<AbortController>(undefined)

  const save = async (from: Position) => {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setProblem(undefined)
    setShare(0)
    try {
      setKept(await saveMap(id, from, signal, setShare))
    } catch (error) {
      if (!signal.aborted) setProblem(problemOf(error, kept !== undefined))
    } finally {
      running.current = undefined
      setShare(undefined)
    }
  }

  const refresh = useRef(save)
  useEffect(() => {
    refresh.current = save
  })
  useEffect(() => {
    readOfflineMap(id).then(
      found => {
        setKept(found)
        if (found && !isOffline() && isOnWifi() && isStale(found, version)) void refresh.current(found.center)
      },
      () => {},
    )
    return () => running.current?.abort()
  }, [id, version])

  return {
    kept,
    share,
    problem,
    save: () => center && void save(center),
    stop: () => running.current?.abort(),
    remove: () => {
      setKept(undefined)
      deleteOfflineMap(id).catch(() => {})
    },
  }
}

function problemOf(error: unknown, hasKept: boolean): MessageDescriptor {
  if (error instanceof NotOnMap) return hasKept ? gone : beside
  return error instanceof NoRoom ? noRoom : hasKept ? failedAgain : failed
}

const beside = msg`Your neighbourhood is not on this map, so there is nothing to keep.`
const gone = msg`Your neighbourhood is no longer on the map. What was kept before is still there.`
const noRoom = msg`There is not enough room on this device.`
const failed = msg`The map could not be kept. Please try again in a moment.`
const failedAgain = msg`The map could not be kept anew. What was kept before is still there.`
