import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type Circle, changeCircleMember } from '@papadag/contract/circles'
import { SwitchRow } from '@papadag/ui/fields/switch-row'
import { useWrite } from '../../platform/data/data.ts'
import { useUser } from '../../platform/session/session.ts'

/** A regular says whether he may be asked to fetch newcomers at the entrance. */
export function BuddySwitch({ circle: { id, isBuddy } }: { circle: Circle }) {
  const { id: ownId } = useUser()
  const { mutate, variables, isPending } = useWrite(changeCircleMember, {
    failed: { title: msg`It could not be saved`, serverTextOr: msg`Please try again later.` },
    whenOffline: async input => {
      const { sendLater } = await import('../../platform/offline/offline-queue.ts')
      await sendLater(changeCircleMember, input, msg`It could not be saved`)
    },
  })
  const wanted = isPending ? variables.body?.buddy : undefined
  return (
    <SwitchRow
      label={<Trans>Meet newcomers at the entrance</Trans>}
      hint={<Trans>While this is on you may be asked. A newcomer sees your first name and picture.</Trans>}
      checked={wanted ?? isBuddy ?? false}
      onChange={buddy => mutate({ params: { id, userId: String(ownId) }, body: { buddy } })}
    />
  )
}
