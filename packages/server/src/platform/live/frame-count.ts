/** What one member may send in a minute over all his connections, apart from paced frames (safety S26). */
const perMinute = 3000

/** Counts frames by member, so that another connection is no fresh start. */
export interface FrameCount {
  /** Whether the member may send this frame too, which counts as `weight` frames. */
  admits(userId: number, weight: number): boolean
  /** Begins a new minute for everybody; no user is remembered longer. */
  beginMinute(): void
}

export function createFrameCount(): FrameCount {
  const counts = new Map<number, number>()
  return {
    admits(userId, weight) {
      const count = (counts.get(userId) ?? 0) + weight
      counts.set(userId, count)
      return count <= perMinute
    },
    beginMinute: () => counts.clear(),
  }
}
