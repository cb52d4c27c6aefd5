import { Trans } from '@lingui/react/macro'
import { Card } from '@papadag/ui/card'
import { type ReactNode, useId } from 'react'

type Props = { title: ReactNode; intro: ReactNode; children: ReactNode }

/** A public page for developers of the API, excluded from search engines. */
export function TestPage({ title, intro, children }: Props) {
  return (
    <div className="mx-auto grid max-w-160 grid-cols-[minmax(0,1fr)] gap-4">
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p className="text-ink-2">{intro}</p>
      {children}
    </div>
  )
}

/** The server's response, unchanged. */
export function Results({ children }: { children: string }) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className="mb-2">
        <Trans>Result</Trans>
      </h2>
      <pre
        role="log"
        aria-labelledby={id}
        className="min-h-13 whitespace-pre-wrap break-words rounded-lg bg-sunken p-3 font-mono text-sm"
      >
        {children}
      </pre>
    </Card>
  )
}

/** A body for people: JSON is indented, anything else unchanged. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
