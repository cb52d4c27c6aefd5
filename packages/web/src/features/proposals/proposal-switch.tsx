import { Trans } from '@lingui/react/macro'
import { SwitchRow } from '@papadag/ui/fields/switch-row'

type Props = { isOn: boolean; change: (to: { proposals: boolean }) => void }

/** Whether the app may propose meetings to him: one tap. */
export function ProposalSwitch({ isOn, change }: Props) {
  return (
    <SwitchRow
      label={<Trans>Let Papadag propose meetings</Trans>}
      hint={
        <Trans>
          When at least three dads of your neighbourhood have the same half day free, at most once in two weeks. Nobody
          sees who was asked.
        </Trans>
      }
      checked={isOn}
      onChange={proposals => change({ proposals })}
    />
  )
}
