import { browserStorage } from '../../platform/browser/storage.ts'

// prerendered-start.ts reads it too.
export const todayHeight = 'today_height'

/** That of the last opening in this browser, if there was one: its height is known in a window of the same width. */
export function keptToday(): { height: string | undefined } | undefined {
  const [width, height] = browserStorage.get(todayHeight)?.split(' ') ?? []
  return width ? { height: width === String(innerWidth) ? height : undefined } : undefined
}

/** The space of today until it has loaded. */
export function TodayRoom({ height }: { height?: string | undefined }) {
  return <div className="today-room rounded-kap-m bg-surface card-shadow" style={{ minHeight: height }} />
}
