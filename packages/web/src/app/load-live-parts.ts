export type LiveParts = typeof import('./live-parts.ts')

let parts: LiveParts | undefined

/** What keeps a member's screens up to date, once it has loaded. */
export const liveParts = () => parts

export async function loadLiveParts(): Promise<LiveParts> {
  parts ??= await import('./live-parts.ts')
  return parts
}
