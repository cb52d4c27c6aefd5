import type { HintName } from '@papadag/contract/hints'
import type { Today } from '@papadag/contract/today'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { DueList } from '../../domain/due/due-list.tsx'
import { browserStorage } from '../../platform/browser/storage.ts'
import { laterInside } from '../../platform/screen/when-near.tsx'
import { HisDay } from './his-day.tsx'
import { NextCard } from './next-card.tsx'
import { stillAhead } from './still-ahead.ts'
import { todayHeight } from './today-room.tsx'

const HomeTown = laterInside(async () => (await import('./home-town.tsx')).HomeTown, 'rare')
const HomeHint = laterInside(async () => (await import('../hints.tsx')).HomeHint, 'rare')

/**
 * What waits for him, his next playdate and his day. Below the first questions nothing else is the next step; what
 * becomes due meanwhile is in the bell.
 */
export function HomeToday({ today: read, isFirst = true }: { today: Today; isFirst?: boolean }) {
  const today = stillAhead(isFirst ? read : { ...read, due: [], town: null })
  const { due, next, day, town, hint, isDayOver } = today
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!box.current) return
    // So that the next opening in a window of this width moves nothing.
    const keep = ({ contentRect }: ResizeObserverEntry) =>
      browserStorage.set(todayHeight, `${innerWidth} ${Math.round(contentRect.height)}px`)
    const observer = new ResizeObserver(entries => entries.forEach(keep))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  // Once seen it is not due any more, and still stands here until he leaves.
  const [name] = useState(hint?.name)
  const hintFor = (place: HintName) =>
    name === place && (
      <Suspense fallback={<div className="min-h-14" />}>
        <HomeHint name={name} />
      </Suspense>
    )
  const nextCard = next && (
    <NextCard next={next} isDue={due.some(one => 'playdate' in one && one.playdate.id === next.id)} />
  )
  const isDue = due.length > 0
  // While he is alone, his day would say no more than the town does.
  const hasDay = !isDayOver && (!town || Boolean(day?.fathers || day?.playdates))
  return (
    <div
      ref={box}
      className="grid min-h-37 grid-cols-[minmax(0,1fr)] content-start gap-5 lg:grid-cols-[minmax(0,1.72fr)_minmax(0,1fr)] lg:gap-x-8"
    >
      <div className="-mt-10 grid gap-3.5 empty:hidden">
        {hintFor('missed')}
        <DueList due={due} isHeadingHidden />
      </div>
      {town && <HomeTown town={town} today={today} next={nextCard} />}
      {((nextCard && !town) || name === 'evening') && (
        <div
          className={`grid content-start gap-3.5 ${isDue ? 'lg:col-start-2 lg:row-span-2 lg:row-start-1' : 'lg:col-start-1'}`}
        >
          {!town && nextCard}
          {hintFor('evening')}
        </div>
      )}
      <div className="grid content-start gap-3.5 empty:hidden lg:col-start-1">
        {hasDay && <HisDay day={day} />}
        {hintFor('weekly')}
        {hintFor('passkey')}
        {hintFor('ways')}
      </div>
    </div>
  )
}
