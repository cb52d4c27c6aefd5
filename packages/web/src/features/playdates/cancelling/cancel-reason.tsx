import { useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Icon } from '@papadag/ui/pictures/icon'
import { reasonWords } from './cancel-reasons.ts'

type Props = { playdate: Pick<Playdate, 'cancelReason' | 'cancelReasonKind'> }

/** Why it was cancelled, for participants; renders nothing without a reason. */
export function CancelReason({ playdate: { cancelReason, cancelReasonKind } }: Props) {
  const { i18n } = useLingui()
  if (!cancelReason && !cancelReasonKind) return null
  return (
    <p className="flex min-w-0 items-start gap-[7px] text-[.9375rem] leading-[1.35]">
      <Icon name="info" size={17} className="mt-px" />
      <span className="min-w-0 break-words">
        {cancelReasonKind && i18n._(reasonWords[cancelReasonKind])}
        {cancelReasonKind && cancelReason && ': '}
        {cancelReason && <q>{cancelReason}</q>}
      </span>
    </p>
  )
}
