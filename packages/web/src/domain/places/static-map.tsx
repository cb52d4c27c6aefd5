import type { MapPoint } from '@papadag/contract/places/hosted-map'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { pixelRatio } from '../../platform/browser/pixel-ratio.ts'
import { drawStaticMap, type StaticPicture, savesData } from '../../platform/map/start-painter.ts'
import { useIsDark } from '../../platform/screen/theme.ts'
import { MapFrame } from './map-frame.tsx'

type Props = {
  point: MapPoint
  /** The description of the picture. */
  label: string
  /** For a sheet that exists only on paper: its size, and what to do once the picture is there or will not come. */
  onPaper?: Pick<StaticPicture, 'width' | 'height' | 'ratio'> & { onSettled: (isDrawn: boolean) => void }
}

const patienceMs = 10_000

/** A static picture of the map around a place. Until it is drawn, and without a network, only its pin is there. */
export function StaticMap({ point, label, onPaper }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDark = useIsDark()
  const theme = isDark && !onPaper ? 'dark' : 'light'
  const [isDrawn, setIsDrawn] = useState(false)
  const settle = useEffectEvent((done: boolean) => {
    setIsDrawn(done)
    onPaper?.onSettled(done)
  })
  const sizeOf = useEffectEvent(({ clientWidth: width, clientHeight: height }: HTMLCanvasElement) =>
    onPaper ? onPaper : { width, height, ratio: pixelRatio() },
  )
  const isOnPaper = onPaper !== undefined
  // The same text while the point is the same.
  const where = JSON.stringify(point)
  useEffect(() => {
    const to = canvas.current
    if (!to || savesData()) return settle(false)
    const over = new AbortController()
    const signal = isOnPaper ? AbortSignal.any([over.signal, AbortSignal.timeout(patienceMs)]) : over.signal
    drawStaticMap(to, { ...sizeOf(to), point: JSON.parse(where), theme }, signal).then(
      () => settle(true),
      () => over.signal.aborted || settle(false),
    )
    return () => over.abort()
  }, [theme, where, isOnPaper])
  return <MapFrame canvas={canvas} isDrawn={isDrawn} label={label} className={onPaper ? 'h-28' : 'h-44'} />
}
