import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { NotificationDetails } from '@papadag/contract/notifications'
import { useDates } from '../../platform/language/dates.ts'
import { Objection, Reasons, smallClass } from './reasons.tsx'

const byTarget: Record<string, MessageDescriptor> = {
  user: msg`your profile`,
  message: msg`a message of yours`,
  chat: msg`what you wrote in a chat`,
  playdate: msg`a playdate of yours`,
  poll: msg`a question of yours`,
  departure: msg`what you wrote when you left a playdate`,
  place: msg`a place you added`,
  photo: msg`a photo of yours`,
}

const decided: Record<string, MessageDescriptor> = {
  hide: msg`Hidden: others can no longer see it.`,
  restore: msg`It is back, and nothing is held against you.`,
  remove: msg`Removed for good.`,
  warn: msg`This is a warning. Nothing else changes.`,
  stop: msg`You cannot start new chats or playdates until a moderator has looked at it.`,
}

/** The statement of reasons: what, how long, why, by which rule, by whom, and how to object (safety S34). */
export function DecisionNotice({ details }: { details: NotificationDetails }) {
  const { i18n, t } = useLingui()
  const dates = useDates()
  const { decision = '', target = '', title, reason, rule, until, isAutomatic, reference } = details
  const what = title ? t`“${title}”` : i18n._(byTarget[target] ?? msg`your account`)
  const untilWhen = until && `${dates.fullDate(until)}, ${dates.time(until)}`
  return (
    <>
      <b>{t`A decision about ${what}`}</b>
      <span className="text-sm">
        {decision !== 'suspend' ? (
          i18n._(decided[decision] ?? msg`A decision was made.`)
        ) : untilWhen ? (
          <Trans>Your account is suspended until {untilWhen}.</Trans>
        ) : (
          <Trans>Your account is suspended until a moderator accepts your appeal.</Trans>
        )}
      </span>
      <Reasons {...{ reason, rule, isAutomatic, reference }} />
    </>
  )
}

const reported: Record<string, MessageDescriptor> = {
  user: msg`a profile`,
  message: msg`a message`,
  chat: msg`a chat`,
  playdate: msg`a playdate`,
  poll: msg`a question`,
  departure: msg`what somebody wrote when he left a playdate`,
  place: msg`a place`,
  photo: msg`a photo`,
}

/** The outcome of his report. */
export function ReportNotice({ details: { target = '', hasActed, reference } }: { details: NotificationDetails }) {
  const { i18n } = useLingui()
  const what = i18n._(reported[target] ?? msg`something`)
  return (
    <>
      <b>
        <Trans>Your report about {what} has been reviewed</Trans>
      </b>
      <span className={smallClass}>
        {hasActed ? (
          <Trans>We have taken action. Thank you for telling us.</Trans>
        ) : (
          <Trans>A moderator found that no rule was broken.</Trans>
        )}
      </span>
      <Objection reference={reference} />
    </>
  )
}
