import { Trans } from '@lingui/react/macro'
import { invites } from '@papadag/contract/invites'
import { SwitchRow } from '@papadag/ui/fields/switch-row'
import { useRead } from '../../platform/data/data.ts'
import { closeSharing } from '../../platform/screen/sharing.ts'
import { useUser } from '../../platform/session/session.ts'
import { RevokeLinks } from './revoke-links.tsx'

type Props = {
  playdateId: number
  showsName: boolean
  /** False right after planning, when there is none to withdraw. */
  mayWithdraw: boolean
  onShowName: (showName: boolean) => void
}

/** The creator's controls for the links to his playdate, and the fathers who have one. */
export function OwnLinks({ playdateId, showsName, mayWithdraw, onShowName }: Props) {
  const { id: ownId, firstName } = useUser()
  const { data = [] } = useRead(invites, { params: { id: playdateId } })
  const others = data.flatMap(({ by }) => (by && by.id !== ownId ? [`${by.firstName} ${by.lastName}`] : []))
  return (
    <section className="grid gap-3 border-line border-t-2 border-dashed pt-4">
      <SwitchRow
        label={<Trans>Say on the invitation what it is, and that it is from {firstName}</Trans>}
        hint={<Trans>Whoever has the link can read it, also without an account and in the app you send it with.</Trans>}
        checked={showsName}
        onChange={onShowName}
      />
      {others.length > 0 && (
        <p className="text-ink-2 text-sm">
          <Trans>These dads have a link of their own: {others.join(', ')}</Trans>
        </p>
      )}
      {mayWithdraw && (
        <RevokeLinks playdateId={playdateId} onDone={closeSharing}>
          <Trans>Anyone who opens one of them sees that it no longer works. You can make a new one at any time.</Trans>
        </RevokeLinks>
      )}
    </section>
  )
}
