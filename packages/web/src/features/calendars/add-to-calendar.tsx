import { Trans } from '@lingui/react/macro'
import { playdateCalendar } from '@papadag/contract/calendars'
import { address } from '@papadag/contract/route'
import { buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'

type Props = { playdateId: number; size?: 44; className?: string }

/** Downloads a playdate as a calendar file; a private address is reduced to its neighbourhood. */
export function AddToCalendar({ playdateId, size, className }: Props) {
  return (
    <a
      href={address(playdateCalendar, { params: { id: playdateId }, query: {} })}
      download
      className={buttonClass({ size, className })}
    >
      <Icon name="calendar" size={18} />
      <Trans>Add to calendar</Trans>
    </a>
  )
}
