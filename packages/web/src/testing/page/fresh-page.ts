// Set-up of the component tests, whose files share a worker with its page and packages: a file leaves no trace of itself
// there, and the next one evaluates the app's modules again.
import { onlineManager } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, vi } from 'vitest'
import 'wouter/use-browser-location'

type Undo = () => void

/** Kept by the worker, since this module is evaluated for each of its files. */
const worker = globalThis as { __undoAll?: Undo }
worker.__undoAll ??= beforeAnyFile()
const undoAll = worker.__undoAll

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  undoAll()
  emptyPage()
  onlineManager.setOnline(true)
  vi.resetModules()
})

/** Returns what undoes whatever a file has left in the worker. */
function beforeAnyFile(): Undo {
  // What packages add to the page when they are first used belongs to the worker.
  userEvent.setup()
  render('').unmount()
  const begun: Undo[] = []
  noteListeners(begun)
  noteTimers(begun)
  const properties = knownProperties()
  const globals = knownGlobals()
  return () => {
    for (const end of begun.splice(0)) end()
    for (const [object, known] of properties) restoreProperties(object, known)
    for (const [key, known] of globals) if (read(key) !== known) Reflect.set(globalThis, key, known)
  }
}

function noteListeners(begun: Undo[]) {
  for (const target of [window, document]) {
    const { addEventListener } = target
    const noted = (...args: [type: string, listener: EventListenerOrEventListenerObject]) => {
      addEventListener.call(target, ...args)
      begun.push(() => target.removeEventListener(...args))
    }
    Reflect.set(target, 'addEventListener', noted)
  }
}

function noteTimers(begun: Undo[]) {
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const start = globalThis[name]
    const noted = (...args: [work: TimerHandler, afterMs?: number]) => {
      const timer = start(...args)
      begun.push(() => clearTimeout(timer))
      return timer
    }
    Reflect.set(globalThis, name, Object.assign(noted, start))
  }
}

/** The properties of whatever tests replace parts of. */
function knownProperties() {
  const kinds = [EventTarget, Node, Element, HTMLElement, HTMLCanvasElement, HTMLAnchorElement, Document, Storage, Text]
  const one = [globalThis, document, navigator, history, location, screen, Intl, URL]
  return [...one, ...kinds.map(kind => kind.prototype)].map(
    object => [object, Object.getOwnPropertyDescriptors(object) as PropertyDescriptorMap] as const,
  )
}

function restoreProperties(object: object, known: PropertyDescriptorMap) {
  for (const key of Object.getOwnPropertyNames(object)) {
    if (!(key in known) && !key.startsWith('__')) Reflect.deleteProperty(object, key)
  }
  for (const [key, before] of Object.entries(known)) {
    const now = Object.getOwnPropertyDescriptor(object, key)
    const isSame = now?.value === before.value && now?.get === before.get
    if (before.configurable && !isSame) Object.defineProperty(object, key, before)
  }
}

/** The page's own globals are accessors, which hold what was assigned to them; some make a new object at each read. */
function knownGlobals() {
  const keys = Object.getOwnPropertyNames(globalThis).filter(key => !key.endsWith('Storage'))
  return keys.map(key => [key, read(key)] as const).filter(([key, known]) => read(key) === known)
}

function read(global: string): unknown {
  return Reflect.get(globalThis, global)
}

function emptyPage() {
  localStorage.clear()
  sessionStorage.clear()
  const longAgo = new Date(0).toUTCString()
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the page has no other store of cookies
    document.cookie = `${cookie.split('=')[0]}=; path=/; expires=${longAgo}`
  }
  for (const element of [document.documentElement, document.head, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  document.head.replaceChildren()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
}
