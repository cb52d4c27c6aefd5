import { useLingui } from '@lingui/react/macro'

/** A browser’s name in a sentence, from its parts: `Chrome, Android`. */
export function useBrowserName(): (name: string | null | undefined) => string {
  const { t } = useLingui()
  return name => {
    const [browser, system] = name?.split(', ') ?? []
    if (!browser) return t`An unknown device`
    return system ? t`${browser} on ${system}` : browser
  }
}
