import { Trans } from '@lingui/react/macro'
import { safeMeeting, safeMeetingSeen } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { useRead, useWrite } from '../../../platform/data/data.ts'
import { focusHeading } from '../../../platform/navigation/navigation.tsx'

/** How to meet unknown fathers safely: shown before the first meeting, until it is dismissed (safety S37). */
export function SafeMeeting() {
  const { data } = useRead(safeMeeting, {})
  const seen = useWrite(safeMeetingSeen, {})
  if (!data?.isDue || seen.isPending) return null
  return (
    <Card as="section" aria-labelledby="safe-meeting" className="mt-4">
      <h2 id="safe-meeting" className="mb-1.5 text-lg">
        <Trans>Meeting dads you don’t know yet</Trans>
      </h2>
      <ul className="list-disc pl-5 text-ink-2">
        <li>
          <Trans>Meet in a public place, not at somebody’s home.</Trans>
        </li>
        <li>
          <Trans>Tell somebody where you are and when you will be back.</Trans>
        </li>
        <li>
          <Trans>Stay with your own child.</Trans>
        </li>
      </ul>
      <p className="mt-3 flex flex-wrap items-center gap-x-4">
        <Button
          size={44}
          onClick={({ currentTarget }) => {
            // The button disappears with the card, so the focus returns to where it was.
            const sheet = currentTarget.closest<HTMLElement>('dialog, [role=dialog]')
            if (sheet) sheet.focus()
            else focusHeading()
            seen.mutate({})
          }}
        >
          <Trans>Got it</Trans>
        </Button>
        <a href="#rules" className="inline-flex min-h-11 items-center underline">
          <Trans>House rules</Trans>
        </a>
      </p>
    </Card>
  )
}
