import { msg } from '@lingui/core/macro'
import { useEffect, useSyncExternalStore } from 'react'
import { isOffline } from '../../platform/browser/network.ts'
import { reads } from '../../platform/data/reads.ts'
import { notify, prepareToasts } from '../../platform/screen/notices.ts'

function watch(watcher: () => void) {
  addEventListener('online', watcher)
  addEventListener('offline', watcher)
  return () => {
    removeEventListener('online', watcher)
    removeEventListener('offline', watcher)
  }
}

/** Whether there is a network, with a toast on every change; specification 4. */
export function useOnline(isUsable: boolean): boolean {
  const isOnline = !useSyncExternalStore(watch, isOffline)
  useEffect(() => {
    if (isOffline()) sayOffline()
    addEventListener('offline', sayOffline)
    addEventListener('online', sayOnline)
    return () => {
      removeEventListener('offline', sayOffline)
      removeEventListener('online', sayOnline)
    }
  }, [])
  useEffect(() => {
    if (isUsable) prepareToasts()
  }, [isUsable])
  return isOnline
}

function sayOffline() {
  notify({
    title: msg`You are offline`,
    description: msg`Some features have limited availability`,
    icon: 'offline',
    tone: 'destructive',
  })
}

function sayOnline() {
  notify({
    title: msg`You are back online`,
    description: msg`You now have access to all features again`,
    icon: 'check',
  })
  // Repeats only failed reads, since data never goes stale.
  void reads.refetchQueries({ type: 'active', predicate: query => query.state.status === 'error' })
}
