import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { createTestPlaydate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { TextArea, TextField } from '@papadag/ui/fields/text-field'
import { useEffect } from 'react'
import { Results, readable, TestPage } from '../../features/test-pages/test-page.tsx'
import { useCreationKey } from '../../platform/data/creation-key.ts'
import { useWrite } from '../../platform/data/data.ts'
import { navigate } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'

// Leaves time to see the reply before the list replaces it.
const readingMs = 1500

export function Page() {
  const { t } = useLingui()
  const idempotencyKey = useCreationKey()
  const create = useWrite(createTestPlaydate, {
    idempotencyKey,
    done: msg`Playdate Created Successfully!`,
    failed: {
      title: msg`Error Creating Playdate`,
      serverTextOr: msg`There was an error creating the playdate.`,
    },
  })
  const isDone = create.isSuccess
  useEffect(() => {
    if (!isDone) return
    const leaving = setTimeout(() => navigate(pathTo('playdates')), readingMs)
    return () => clearTimeout(leaving)
  }, [isDone])

  function send(form: FormData) {
    const text = (name: string) => String(form.get(name) ?? '')
    create.mutate({
      body: {
        title: text('title'),
        description: text('description'),
        location: text('location'),
        maxParticipants: text('maxParticipants'),
      },
    })
  }

  return (
    <TestPage
      title={<Trans>Test: simple form</Trans>}
      intro={
        <Trans>
          For developers. The form makes a real playdate through the test-create endpoint; without times it starts at
          the next full hour.
        </Trans>
      }
    >
      <Card>
        <form
          className="grid grid-cols-[minmax(0,1fr)] gap-4"
          onSubmit={event => {
            // A form `action` would clear the fields even after a refusal.
            event.preventDefault()
            if (!create.isPending && !isDone) send(new FormData(event.currentTarget))
          }}
        >
          <TextField label={t`Title`} name="title" defaultValue={t`Test playdate`} autoComplete="off" />
          <TextArea label={t`Description`} name="description" defaultValue={t`Made on the simple test page.`} />
          <TextField label={t`Location`} name="location" defaultValue={t`Test location`} autoComplete="off" />
          <TextField
            label={t`Max participants`}
            name="maxParticipants"
            type="number"
            min={limits.maxParticipantsMin}
            max={limits.maxParticipants}
            defaultValue={limits.maxParticipantsDefault}
          />
          <Button
            type="submit"
            variant="do"
            className="max-w-full justify-self-start [overflow-wrap:anywhere]"
            busy={create.isPending}
          >
            <Trans>Create test playdate</Trans>
          </Button>
        </form>
      </Card>
      <Results>{resultOf(create) ?? t`Nothing has been sent yet.`}</Results>
    </TestPage>
  )
}

function resultOf({ data, error }: ReturnType<typeof useWrite<typeof createTestPlaydate>>): string | undefined {
  if (data) return `201\n${readable(JSON.stringify(data))}`
  if (!error) return undefined
  const [status = '', ...body] = error.message.split(': ')
  return `${status}\n${readable(body.join(': '))}`
}
