import type { I18n } from '@lingui/core'
import type { ReactNode } from 'react'

/** A page that the server sends whole, from what its contract shows; null where the link leads nowhere. */
export type Screen<Shown> = {
  title: (shown: Shown, i18n: I18n) => string
  /** Tags for the head, in addition to the one that keeps search engines away. */
  Head?: (props: { shown: Shown; title: string }) => ReactNode
  Page: (props: { shown: Shown }) => ReactNode
  /** A script that the page needs, by its name in `src/app`. */
  script?: (shown: Shown) => string | undefined
}
