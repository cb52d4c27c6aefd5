import { readNotifications, unread } from '@papadag/contract/notifications'
import { address, type Reply } from '@papadag/contract/route'
import { QueryObserver } from '@tanstack/react-query'
import { serviceWorkers } from '../../platform/browser/service-worker.ts'
import { call } from '../../platform/data/call.ts'
import { reads } from '../../platform/data/reads.ts'
import { navigate } from '../../platform/navigation/navigation.tsx'
import { showWaiting } from '../../platform/screen/notices.ts'

type Unread = Reply<typeof unread>

// Events that wouter dispatches when the address changes.
const moves = ['popstate', 'pushState', 'replaceState'] as const

/**
 * Follows what he has not read: the bell shows whether there is something, the app's badge how many, and notifications
 * read here or on another device are closed on this one. `look` asks the server again; `stop` ends it on logout.
 */
export function followUnread(): { look: () => void; messages: () => number | undefined; stop: () => void } {
  const observer = new QueryObserver<Unread>(reads, {
    queryKey: [address(unread)],
    queryFn: () => call(unread, {}),
  })
  let known: Unread | undefined
  let waiting: readonly string[] = []

  const show = ({ data }: { data: Unread | undefined }) => {
    if (data === known) return
    known = data
    showWaiting(data?.notifications ?? 0)
    if (!data) return
    waiting = data.waiting
    setBadge(data.notifications + data.messages)
    void tellWorker(data)
    readOpenPlaydate()
  }

  /** Marks the notifications about a playdate as read when the user opens it. */
  const readOpenPlaydate = () => {
    const playdateId = openPlaydate()
    if (playdateId === undefined || document.hidden) return
    void closeShown(tag => tag === `playdate-${playdateId}`)
    if (!waiting.includes(`playdate-${playdateId}`)) return
    waiting = waiting.filter(name => name !== `playdate-${playdateId}`)
    call(readNotifications, { body: { playdateId } }).then(readAgain, () => {})
  }

  const stopShowing = observer.subscribe(show)
  show(observer.getCurrentResult())
  for (const move of moves) addEventListener(move, readOpenPlaydate)
  document.addEventListener('visibilitychange', readOpenPlaydate)
  serviceWorkers()?.addEventListener('message', openScreen)

  return {
    look: () => void reads.invalidateQueries({ queryKey: [address(unread)] }),
    messages: () => known?.messages,
    stop() {
      stopShowing()
      for (const move of moves) removeEventListener(move, readOpenPlaydate)
      document.removeEventListener('visibilitychange', readOpenPlaydate)
      serviceWorkers()?.removeEventListener('message', openScreen)
      setBadge(0)
      void closeShown(() => true)
    },
  }
}

function readAgain() {
  return reads.invalidateQueries({
    predicate: ({ queryKey: [at] }) => typeof at === 'string' && at.startsWith('/api/notifications'),
  })
}

/** The playdate whose sheet is open. */
function openPlaydate(): number | undefined {
  if (location.pathname !== '/playdates') return undefined
  // Without a number it is that of no playdate.
  return Number(new URLSearchParams(location.search).get('open'))
}

/** A notification was clicked; the service worker waits for the answer, or else reloads the page. */
function openScreen({ data, ports }: MessageEvent) {
  if (typeof data?.open !== 'string') return
  ports[0]?.postMessage('opened')
  navigate(data.open)
}

function setBadge(count: number) {
  if (!('setAppBadge' in navigator)) return
  // If the app is not installed, browsers may refuse it.
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  done.catch(() => {})
}

/** The service worker closes read notifications: only it knows that no newer one is being shown at the same time. */
async function tellWorker(unread: Unread) {
  const registration = await serviceWorkers()?.getRegistration()
  registration?.active?.postMessage({ unread })
}

/** Closes notifications on this device, however new they are. */
async function closeShown(which: (tag: string) => boolean) {
  try {
    const registration = await serviceWorkers()?.getRegistration()
    for (const notification of (await registration?.getNotifications()) ?? []) {
      if (which(notification.tag)) notification.close()
    }
  } catch {
    // A browser without notifications has none to close.
  }
}
