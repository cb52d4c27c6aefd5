import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type OwnReport, ownReports } from '@papadag/contract/moderation'
import { useRead } from '../../platform/data/data.ts'
import { useDates } from '../../platform/language/dates.ts'
import { SettingsList } from '../../platform/lists/settings-list.tsx'
import { reasonWords, targetWords } from './words.ts'

const statusWords: Record<OwnReport['status'], MessageDescriptor> = {
  open: msg`A moderator will look at it`,
  dismissed: msg`Reviewed: no rule was broken`,
  acted: msg`Reviewed: action was taken`,
}

/** The user's reports and their outcomes. */
export function OwnReports() {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const read = useRead(ownReports, {})
  return (
    <SettingsList
      name="reports"
      title={<Trans>Your reports</Trans>}
      read={read}
      failed={t`The list could not be loaded`}
      empty={
        <Trans>
          You have not reported anything. You can do so in the menu of a dad, a playdate, a place or a chat.
        </Trans>
      }
    >
      {report => (
        <li key={report.id}>
          <p className="font-[650]">
            {`M${report.id} · ${i18n._(targetWords[report.targetType])} · ${dates.shortDate(report.createdAt)}`}
          </p>
          <p className="text-ink-2 text-sm">{i18n._(reasonWords[report.reason])}</p>
          <p className="text-sm">{i18n._(statusWords[report.status])}</p>
        </li>
      )}
    </SettingsList>
  )
}
