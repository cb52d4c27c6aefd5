import { msg } from '@lingui/core/macro'
import { currentUser, logOut } from '@papadag/contract/auth'
import type { User } from '@papadag/contract/users'
import { useRef } from 'react'
import { call, whenSessionIsLost } from './call.ts'
import { prefetch, useRead, useWrite } from './data.ts'
import { keepDraftsOf, wipeDrafts } from './drafts.ts'
import { forgetNotices } from './notices.ts'
import { reads } from './reads.ts'
import { closeReport } from './reporting.ts'
import { forgetUser } from './user-data.ts'

export type Session =
  | { status: 'loading' }
  | { status: 'member'; user: User }
  /** `loggedOut`: by choice, so there is nowhere to come back to. */
  | { status: 'visitor'; loggedOut: boolean }
  /** Nobody could say who we are: no network, or a server in trouble. */
  | { status: 'unknown'; retry: () => void }

const key = ['/api/user']
const tabs = new BroadcastChannel('papadag-session')
// Set in the browser as long as the server has not heard of it.
const untold = 'logged_out'
let loggedOut = false
// Whose reads and drafts this tab holds, also after his session has expired.
let owner: number | undefined

/** Starts asking who is signed in, before the first render. */
export function openSession() {
  if (localStorage.getItem(untold)) {
    // The cookie may still hold a session; nobody wants to see it.
    leave()
    void forgetUser()
    tellLoggedOut()
  } else prefetch(currentUser, {}, true)
  addEventListener('online', tellLoggedOut)
  reads.getQueryCache().subscribe(event => {
    // An answer alone says who is here: while it is asked for again the old one still stands there.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== key[0]) return
    if (event.query.state.data) own(event.query.state.data)
    // What this tab has put there itself may be late: somebody else may be here already.
    else if (!event.action.manual) {
      void forgetUser()
      wipeDrafts({ userId: owner })
    }
  })
  whenSessionIsLost(expire)
  tabs.onmessage = ({ data }: MessageEvent<Departure | 'in'>) => {
    if (data === 'in') void reads.invalidateQueries({ queryKey: key })
    else heed(data)
  }
}

/** Who is signed in. */
export function useSession(): Session {
  const { data: user, isPending, isError, isFetching, refetch } = useRead(currentUser, {}, { emptyOn401: true })
  if (user) return { status: 'member', user }
  if (isPending || (isError && isFetching)) return { status: 'loading' }
  if (isError) return { status: 'unknown', retry: () => void refetch() }
  return { status: 'visitor', loggedOut }
}

/** The signed-in user, on screens that only he sees. When his session ends they may be drawn once more before they go. */
export function useUser(): User {
  const session = useSession()
  const last = useRef<User>(undefined)
  if (session.status === 'member') last.current = session.user
  if (!last.current) throw new Error('This screen is shown to members only.')
  return last.current
}

/** Logs out here and in every other tab (decision V13), also when the server could not be told (safety S12). */
export function useLogOut() {
  const { mutate, isPending } = useWrite(logOut, {
    done: {
      title: msg`Logged out`,
      description: msg`You have been logged out successfully.`,
      icon: 'logout',
    },
    failed: { title: msg`Logout failed`, description: msg`Logout failed` },
    onDone: () => depart('out'),
    onFailed: () => {
      // The cookie is out of reach here; the server hears of it as soon as it can be told, if need be at another visit.
      localStorage.setItem(untold, 'true')
      depart('out')
    },
  })
  const start = () => {
    // The server ends the live connections before its answer is here; that is then no expired session.
    depart('leaving')
    mutate({})
  }
  return { logOut: start, isPending }
}

function tellLoggedOut() {
  if (localStorage.getItem(untold))
    call(logOut, {})
      .then(() => localStorage.removeItem(untold))
      .catch(() => {})
}

type Departure = 'leaving' | 'stayed' | 'out'

/** Tells every tab how far he is with leaving, by logging out or by deleting his account. */
export function depart(departure: Departure) {
  heed(departure)
  tabs.postMessage(departure)
  if (departure === 'out') void forgetUser()
}

function heed(departure: Departure) {
  if (departure === 'out') return leave()
  loggedOut = departure === 'leaving'
}

/** He has signed in, here and in every other tab. */
export function enter(user: User) {
  localStorage.removeItem(untold)
  // What went wrong on the way in is over.
  if (owner === undefined) forgetNotices()
  reads.setQueryData(key, user)
  tabs.postMessage('in')
}

/** Runs when the session ends without his having asked for it; the answer stops listening. */
export function whenSessionExpires(listener: () => void) {
  return whenSessionIsLost(() => loggedOut || listener())
}

/** What the last user left in this tab is not for the next one. */
function own(user: User) {
  loggedOut = false
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
  owner = undefined
  wipe()
  reads.setQueryData(key, null)
}

function expire() {
  if (!reads.getQueryData(key)) return
  wipe(owner === undefined ? undefined : { userId: owner })
  reads.setQueryData(key, null)
  void forgetUser()
}

function wipe(expected?: { userId: number }) {
  reads.removeQueries({ predicate: query => query.queryKey[0] !== key[0] })
  closeReport()
  wipeDrafts(expected)
  if (!expected) forgetNotices()
}
