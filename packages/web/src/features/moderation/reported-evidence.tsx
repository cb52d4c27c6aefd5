import { Trans, useLingui } from '@lingui/react/macro'
import type { Evidence } from '@papadag/contract/moderation'
import { useDates } from '../../platform/language/dates.ts'
import { pictureAddress } from '../../platform/pictures/picture-address.ts'

type Props = { evidence: Evidence; reportId: number }

/** The reported content, as it was at that moment. */
export function ReportedEvidence({ evidence, reportId }: Props) {
  const { t } = useLingui()
  const dates = useDates()
  const { name, text, where, startTime, picture, messages } = evidence
  // The owner may have replaced the picture, and hidden ones are removed from their address, so moderators see the
  // copy.
  const isOurs = picture?.startsWith('/uploads/')
  const address = isOurs ? `/api/moderation/reports/${reportId}/picture` : pictureAddress(picture)
  return (
    <div className="grid gap-2 rounded-kap-s bg-sunken p-3">
      {name && <p className="break-words font-[650]">{name}</p>}
      {(startTime || where) && (
        <p className="break-words text-ink-2 text-sm">
          {[startTime && `${dates.fullDate(startTime)} ${dates.time(startTime)}`, where].filter(Boolean).join(' · ')}
        </p>
      )}
      {text && <p className="whitespace-pre-wrap break-words">{text}</p>}
      {address && <img src={address} alt={t`What was reported`} className="max-h-[60dvh] max-w-full rounded-m" />}
      {messages && (
        <ol className="grid gap-1.5">
          {messages.map(message => (
            <li key={message.id} className={message.isReported ? 'rounded-m bg-warn-soft p-2' : 'px-2'}>
              <p className="text-ink-2 text-sm">
                {`${message.senderName ?? t`Deleted account`} · ${dates.shortDate(message.sentAt)} ${dates.time(message.sentAt)}`}
                {message.isReported && (
                  <b className="text-ink">
                    {' · '}
                    <Trans>reported</Trans>
                  </b>
                )}
              </p>
              <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                {message.content}
              </p>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
