import { msg } from '@lingui/core/macro'
import { useEffect, useSyncExternalStore } from 'react'
import { reads } from '../platform/data.ts'
import { notify, prepareToasts } from '../platform/notices.ts'

function watch(watcher: () => void) {
  addEventListener('online', watcher)
  addEventListener('offline', watcher)
  return () => {
    removeEventListener('online', watcher)
    removeEventListener('offline', watcher)
  }
}

// By then a screen has what it needs.
const calmMs = 1500

/** Whether there is a network, and a toast when that changes; specification 4. */
export function useOnline(): boolean {
  const isOnline = useSyncExternalStore(watch, () => navigator.onLine)
  useEffect(() => {
    if (!navigator.onLine) sayOffline()
    addEventListener('offline', sayOffline)
    addEventListener('online', sayOnline)
    const calm = setTimeout(prepareToasts, calmMs)
    return () => {
      clearTimeout(calm)
      removeEventListener('offline', sayOffline)
      removeEventListener('online', sayOnline)
    }
  }, [])
  return isOnline
}

function sayOffline() {
  notify({
    title: msg`You are offline`,
    description: msg`Some features have limited availability`,
    tone: 'destructive',
  })
}

function sayOnline() {
  notify({ title: msg`You are back online`, description: msg`You now have access to all features again` })
  // Only what could not be had meanwhile: data that is there is never stale.
  void reads.refetchQueries({ type: 'active', predicate: query => query.state.status === 'error' })
}
