import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { blocks, unblock } from '@papadag/contract/users/users'
import { Button } from '@papadag/ui/button'
import { fullName, type Named, Portrait } from '../../../domain/people/father-facts.tsx'
import { useRead, useWrite } from '../../../platform/data/data.ts'
import { SettingsList } from '../../../platform/lists/settings-list.tsx'
import { noConnection } from '../../../platform/screen/notices.ts'

/** The users he has blocked, with a button to unblock each. */
export function BlockedList() {
  const { t } = useLingui()
  const read = useRead(blocks, {})
  return (
    <SettingsList
      name="blocked"
      title={<Trans>Blocked</Trans>}
      read={read}
      failed={t`The list could not be loaded`}
      empty={<Trans>You have not blocked anybody. You can do so on somebody’s profile; he is never told.</Trans>}
    >
      {person => <Row key={person.id} person={person} />}
    </SettingsList>
  )
}

function Row({ person }: { person: Named }) {
  const { t } = useLingui()
  const name = fullName(person)
  const { mutate, isPending } = useWrite(unblock, {
    done: msg`${name} is no longer blocked`,
    failed: ({ code }) => ({
      title: msg`Unblocking failed`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
  })
  return (
    <li className="flex items-center justify-between gap-3">
      <Portrait of={person} />
      <span className="min-w-0 flex-1 break-words font-[650]">{name}</span>
      <Button
        size={44}
        busy={isPending}
        aria-label={t`Unblock ${name}`}
        onClick={() => mutate({ params: { id: person.id } })}
      >
        <Trans>Unblock</Trans>
      </Button>
    </li>
  )
}
