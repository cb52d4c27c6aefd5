import { currentUser, logOut } from '@papadag/contract/auth'
import type { User } from '@papadag/contract/users/users'
import { useRef } from 'react'
import { browserStorage } from '../browser/storage.ts'
import { openChannel } from '../browser/tabs.ts'
import { call, whenSessionIsLost } from '../data/call.ts'
import { prefetch, useRead } from '../data/data.ts'
import { reads } from '../data/reads.ts'
import { keepDraftsOf, wipeDrafts } from '../drafts.ts'
import { forgetNotices } from '../screen/notices.ts'
import { closeReport } from '../screen/reporting.ts'
import { closeSharing } from '../screen/sharing.ts'
import { forgetUser, isGreeted, keepName } from './user-data.ts'

export type Session =
  | { status: 'loading' }
  | { status: 'member'; user: User }
  /** `loggedOut`: by choice, so there is no page to return to. */
  | { status: 'visitor'; loggedOut: boolean }
  /** The session could not be read: no network, or a server error. */
  | { status: 'unknown'; retry: () => void }

const key = ['/api/user']
const tabs = openChannel<Departure | 'in'>('papadag-session')
// Stored in the browser until the server knows of the logout.
const untold = 'logged_out'
let loggedOut = false
let ended: 'expired' | 'elsewhere' | undefined
// The user whose reads and drafts this tab has, even after his session has expired.
let owner: number | undefined

/** Starts reading the session before the first render; resolves once it is known, or could not be read. */
export function openSession(): Promise<unknown> {
  let isRead: Promise<unknown> = Promise.resolve()
  if (browserStorage.get(untold)) {
    // The cookie may still contain a session that was logged out.
    leave()
    void forgetUser()
    tellLoggedOut()
  } else isRead = prefetch(currentUser, {}, true)
  addEventListener('online', tellLoggedOut)
  reads.getQueryCache().subscribe(event => {
    // Only a reply changes the session; during a refetch the previous one counts.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== key[0]) return
    if (event.query.state.data) own(event.query.state.data)
    // Data set by this tab itself may be stale, since another user may have logged in.
    else if (!event.action.manual) {
      if (isGreeted()) noteExpired()
      void forgetUser()
      wipeDrafts({ userId: owner })
    }
  })
  whenSessionIsLost(expire)
  tabs.onmessage = ({ data }: MessageEvent<Departure | 'in'>) => {
    if (data === 'in') return void reads.invalidateQueries({ queryKey: key })
    const isThrownOut = data !== 'stayed' && owner !== undefined
    heed(data)
    ended = isThrownOut ? 'elsewhere' : undefined
  }
  return isRead
}

/** The current session. */
export function useSession(): Session {
  const { data: user, isPending, isError, isFetching, refetch } = useRead(currentUser, {}, { emptyOn401: true })
  if (user) return { status: 'member', user }
  if (isPending || (isError && isFetching)) return { status: 'loading' }
  if (isError) return { status: 'unknown', retry: () => void refetch() }
  return { status: 'visitor', loggedOut }
}

/** How a visitor lost his session without logging out here. */
export const howSessionEnded = () => ended

/**
 * The logged-in user, on members' screens. When his session ends, they may be rendered once more before they unmount.
 */
export function useUser(): User {
  const session = useSession()
  const last = useRef<User>(undefined)
  if (session.status === 'member') last.current = session.user
  if (!last.current) throw new Error('This screen is shown to members only.')
  return last.current
}

/** Records a logout that the server does not know of yet: it is sent as soon as possible, perhaps on another visit. */
export function rememberLogout() {
  browserStorage.set(untold, 'true')
}

function tellLoggedOut() {
  if (browserStorage.get(untold))
    call(logOut, {})
      .then(() => browserStorage.remove(untold))
      .catch(() => {})
}

type Departure = 'leaving' | 'stayed' | 'out'

/** Tells every tab how far the logout or deletion has got. */
export function depart(departure: Departure) {
  heed(departure)
  tabs.postMessage(departure)
  if (departure === 'out') void forgetUser()
}

function heed(departure: Departure) {
  if (departure === 'out') return leave()
  loggedOut = departure === 'leaving'
}

/** Announces a login to every tab. */
export function enter(user: User) {
  browserStorage.remove(untold)
  // Errors from before the login are dropped.
  if (owner === undefined) forgetNotices()
  reads.setQueryData(key, user)
  tabs.postMessage('in')
}

/** Calls the listener when the session ends involuntarily; returns a function that stops it. */
export function whenSessionExpires(listener: () => void) {
  return whenSessionIsLost(() => loggedOut || listener())
}

/** Deletes the previous user's data in this tab. */
function own(user: User) {
  loggedOut = false
  ended = undefined
  keepName(user)
  if (owner === user.id) return
  if (owner !== undefined) {
    wipe()
    void forgetUser(user.id)
  }
  owner = user.id
  keepDraftsOf(owner)
}

function leave() {
  loggedOut = true
  ended = undefined
  owner = undefined
  wipe()
  reads.setQueryData(key, null)
}

function noteExpired() {
  // While he logs out, here or in another tab, the server already refuses this session.
  if (!loggedOut) ended = 'expired'
}

function expire() {
  if (!reads.getQueryData(key)) return
  noteExpired()
  wipe(owner === undefined ? undefined : { userId: owner })
  reads.setQueryData(key, null)
  void forgetUser()
}

function wipe(expected?: { userId: number }) {
  reads.removeQueries({ predicate: query => query.queryKey[0] !== key[0] })
  closeReport()
  closeSharing()
  wipeDrafts(expected)
  if (!expected) forgetNotices()
}
