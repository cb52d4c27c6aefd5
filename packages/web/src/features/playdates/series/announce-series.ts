import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { datesIn } from '../../../platform/language/dates.ts'
import { notify } from '../../../platform/screen/notices.ts'
import { firstDates } from './first-dates.ts'

/** Says that a series was created, and on which days. */
export function announceSeries(first: Playdate) {
  const days = firstDates(first).map(datesIn(i18n).shortDate).join(', ')
  notify({ icon: 'check', title: msg`Playdate Created Successfully!`, description: msg`On ${days}, and so on.` })
}
