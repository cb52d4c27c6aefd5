import { dismissToast, openToast } from '@papadag/ui/layers/toast'
import { act } from '@testing-library/react'
import { afterEach } from 'vitest'

/** What the open toast says, with its description after a colon. */
export function shownToast(): string | undefined {
  const { title, description } = openToast() ?? {}
  return description ? `${title}: ${description}` : title
}

afterEach(() => act(dismissToast))
