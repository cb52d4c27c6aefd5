import { useSyncExternalStore } from 'react'
import { browserStorage } from '../browser/storage.ts'
import { createWatchers } from '../watchers.ts'

export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'theme'
const background = { light: '#FFF8E8', dark: '#0A1D1A' }

/** Whether to follow the system, or always use light or dark. */
function chosenTheme(): Theme {
  const stored = browserStorage.get(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseTheme(theme: Theme) {
  if (theme === 'system') browserStorage.remove(storageKey)
  else browserStorage.set(storageKey, theme)
  showTheme()
  choices.tell()
}

const choices = createWatchers()

/** The chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(choices.watch, chosenTheme)
}

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

/** Whether the screen is dark, by choice or by system. */
export function useIsDark(): boolean {
  return useSyncExternalStore(watchDarkness, () => {
    const theme = chosenTheme()
    return theme === 'system' ? systemIsDark.matches : theme === 'dark'
  })
}

function watchDarkness(watcher: () => void) {
  const stop = choices.watch(watcher)
  systemIsDark.addEventListener('change', watcher)
  return () => {
    stop()
    systemIsDark.removeEventListener('change', watcher)
  }
}

function showTheme() {
  const theme = chosenTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = background[theme === 'system' ? own : theme]
  }
}

// Runs on import: this is the entry's first import, so the theme is set before anything is rendered.
showTheme()
