import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { noteEntry, replaceBelowSteps, stepsInHistory } from '@papadag/ui/back-step'
import { type ComponentProps, type MouseEvent, useEffect, useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { navigate as change, useSearch as useLocationSearch, usePathname } from 'wouter/use-browser-location'

type PageLoader = {
  /** Preloads the code of the screen at a path; repeated calls are free. */
  preload: (path: string) => Promise<void>
  isLoaded: (path: string) => boolean
}

// Screens live above the platform, so they register themselves here.
let pages: PageLoader = { preload: async () => {}, isLoaded: () => true }

export function providePages(loader: PageLoader) {
  pages = loader
}

// wouter announces each change of the address.
for (const change of ['pushState', 'replaceState']) addEventListener(change, noteEntry)

type Options = { replace?: boolean }

/** Navigates to another screen, with a transition if browser and user allow it. */
export function navigate(to: string, { replace = false }: Options = {}) {
  if (replace && pathOf(to) !== location.pathname) replaceBelowSteps(() => go(to, replace))
  else go(to, replace)
}

function go(to: string, replace: boolean) {
  const path = pathOf(to)
  const isReplaced = replace || to === location.pathname + location.search
  // Layers open over the screen remain a step of Back.
  const state = isReplaced && path === location.pathname ? { steps: stepsInHistory() } : null
  const options = { replace: isReplaced, state }
  const isSoft = path !== location.pathname && pages.isLoaded(path) && 'startViewTransition' in document
  if (!isSoft || matchMedia('(prefers-reduced-motion: reduce)').matches) return change(to, options)
  const transition = document.startViewTransition(() => flushSync(() => change(to, options)))
  // A transition skipped by the next one is not an error.
  transition.ready.catch(() => {})
}

/** The path of the current screen, without its query. */
export function usePath(): string {
  return usePathname()
}

/** The query of the address, such as `?type=playground`. */
export function useSearch(): string {
  return useLocationSearch()
}

function pathOf(to: string) {
  return new URL(to, location.href).pathname
}

/** Whether a click follows a link in this tab; the browser opens it elsewhere or saves it otherwise. */
export function isPlainClick(event: MouseEvent) {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & Options & { to: string; isLikely?: boolean }

/** An internal link: the code of its screen is loaded on hover, focus or touch; that of a likely one immediately. */
export function Link({ to, replace, isLikely = false, onClick, ...props }: LinkProps) {
  const preload = () => void pages.preload(pathOf(to))
  useLayoutEffect(() => {
    // Queued behind everything that the screen itself requests while rendering.
    if (isLikely) queueMicrotask(() => pages.preload(pathOf(to)))
  }, [isLikely, to])
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!isPlainClick(event) || event.defaultPrevented || props.target) return
    event.preventDefault()
    navigate(to, replace ? { replace } : {})
  }
  return (
    <a
      {...props}
      href={to}
      onClick={follow}
      onPointerEnter={preload}
      onFocus={preload}
      // A touch starts earlier than the click.
      onTouchStart={preload}
    />
  )
}

/**
 * Redirects immediately, replacing the history entry. A legal text named by the address stays open over the next
 * screen.
 */
export function Redirect({ to }: { to: string }) {
  useLayoutEffect(() => change(to.includes('#') ? to : to + location.hash, { replace: true }), [to])
  return null
}

/** Removes the hash from the address and announces it, which the browser does not do in this case. */
export function clearHash() {
  history.replaceState(history.state, '', location.pathname + location.search)
  dispatchEvent(new Event('hashchange'))
}

let hasArrived = false

/** On arrival a new screen sets the title, restores the scroll position, and focuses its heading. */
export function useArrival(path: string, title: MessageDescriptor) {
  const { i18n } = useLingui()
  const words = i18n._(title)
  useEffect(() => {
    document.title = `${words} · Papadag`
  }, [words])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another arrival, even on the same screen
  useLayoutEffect(() => {
    const kept = scrollOf(history.state)
    // A first screen drawn into the HTML may already have been scrolled.
    if (hasArrived || kept > 0) scrollTo(0, kept)
    // The first screen leaves the focus at the top of the page, before the skip link.
    if (hasArrived) focusHeading()
    hasArrived = true
  }, [path])
}

/** Focuses the screen's heading if the focused element has disappeared. */
export function focusHeading() {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!target) return
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

function scrollOf(state: unknown) {
  const kept = typeof state === 'object' && state !== null && 'scrollY' in state ? state.scrollY : 0
  return typeof kept === 'number' ? kept : 0
}

/** Stores the scroll position in the history, so that Back restores it; started once. */
export function keepScrollPositions() {
  history.scrollRestoration = 'manual'
  const note = () => {
    if (scrollOf(history.state) !== scrollY) history.replaceState({ ...history.state, scrollY }, '')
  }
  if ('onscrollend' in window) return document.addEventListener('scrollend', note)
  // Older Safaris have no scrollend event.
  let timer: ReturnType<typeof setTimeout>
  document.addEventListener('scroll', () => {
    clearTimeout(timer)
    timer = setTimeout(note, 100)
  })
}
