import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { Button } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { useState } from 'react'
import { type Attempt, checkLogin, createTwice } from '../../features/test-pages/attempts.ts'
import { Results, readable, TestPage } from '../../features/test-pages/test-page.tsx'
import { randomId } from '../../platform/data/random-id.ts'

export function Page() {
  const { t } = useLingui()
  const [attempts, setAttempts] = useState<readonly Attempt[]>([])
  const [busy, setBusy] = useState(false)
  const add = (attempt: Attempt) => setAttempts(before => [...before, attempt])

  async function run() {
    setBusy(true)
    setAttempts([])
    add(await checkLogin())
    await createTwice(testPlaydate(t`Test playdate`, t`Test location`), randomId(), add)
    setBusy(false)
  }

  return (
    <TestPage
      title={<Trans>Test: create a playdate</Trans>}
      intro={
        <Trans>
          For developers. The button asks who is logged in, then makes a real playdate: first with XMLHttpRequest, then
          with fetch if that fails.
        </Trans>
      }
    >
      <Card>
        <Button variant="do" className="max-w-full [overflow-wrap:anywhere]" busy={busy} onClick={run}>
          <Trans>Check login and create a test playdate</Trans>
        </Button>
      </Card>
      <Results>{attempts.map(describe).join('\n\n') || t`Nothing has been asked yet.`}</Results>
    </TestPage>
  )
}

function describe({ request, status, body }: Attempt): string {
  return `${request}\n${status}\n${readable(body)}`
}

/** Tomorrow at this time, one hour long. */
function testPlaydate(title: string, location: string) {
  const start = Date.now() + 24 * 3_600_000
  return {
    title,
    description: null,
    location,
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + limits.testPlaydateMs).toISOString(),
    maxParticipants: limits.maxParticipantsDefault,
  }
}
