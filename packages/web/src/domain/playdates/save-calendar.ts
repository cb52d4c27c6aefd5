import { playdateCalendar } from '@papadag/contract/calendars'
import { address } from '@papadag/contract/route'

/**
 * Saves a playdate as a calendar file or opens it in a calendar, as the browser decides, without leaving the screen.
 */
export function saveCalendar(id: number) {
  location.assign(address(playdateCalendar, { params: { id } }))
}
