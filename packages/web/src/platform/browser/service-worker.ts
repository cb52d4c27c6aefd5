const registering = Promise.withResolvers<ServiceWorkerRegistration>()
// The code that waits for it receives the failure; nothing else needs to.
registering.promise.catch(() => {})

/** The browser's service workers; undefined where they are missing or blocked. */
export function serviceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker
  } catch {
    return undefined
  }
}

/** A first visit loads what it fetches ahead before its service worker fetches all the rest. */
const aheadMs = 2000

/** To be called once the first screen is usable. */
export function registerServiceWorker() {
  const register = () => serviceWorkers()?.register('/service-worker.js').then(registering.resolve, registering.reject)
  setTimeout(register, aheadMs)
}

/** The registration, once its service worker is active; fails where the browser refuses to register it. */
export async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const all = serviceWorkers()
  if (!all) throw new Error('This browser has no service workers.')
  return Promise.race([all.ready, registering.promise.then(() => all.ready)])
}
