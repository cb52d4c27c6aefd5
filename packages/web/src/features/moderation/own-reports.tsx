import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type OwnReport, ownReports } from '@papadag/contract/moderation'
import { Card } from '@papadag/ui/card'
import { ErrorState } from '@papadag/ui/error-state'
import { Skeleton, SkeletonGroup } from '@papadag/ui/skeleton'
import { useId } from 'react'
import { useRead } from '../../platform/data.ts'
import { useDates } from '../../platform/dates.ts'
import { reasonWords, targetWords } from './words.ts'

const statusWords: Record<OwnReport['status'], MessageDescriptor> = {
  open: msg`A moderator is going to look at it`,
  dismissed: msg`Looked at: no rule was broken`,
  acted: msg`Looked at: something was done about it`,
}

/** What he has reported, and what became of it. */
export function OwnReports() {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const id = useId()
  const { data, error, refetch } = useRead(ownReports, {})
  return (
    <Card as="section" aria-labelledby={id} className="md:p-4.5">
      <h2 id={id} className="mb-3">
        <Trans>Your reports</Trans>
      </h2>
      {data?.length === 0 ? (
        <p className="text-ink-2 text-sm">
          <Trans>
            You have reported nothing. It can be done in the menu of a father, a playdate, a place or a chat.
          </Trans>
        </p>
      ) : data ? (
        <ul className="grid gap-3">
          {data.map(report => (
            <li key={report.id}>
              <p className="font-[650]">
                {`M${report.id} · ${i18n._(targetWords[report.targetType])} · ${dates.shortDate(report.createdAt)}`}
              </p>
              <p className="text-ink-2 text-sm">{i18n._(reasonWords[report.reason])}</p>
              <p className="text-sm">{i18n._(statusWords[report.status])}</p>
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState
          heading="h3"
          title={t`The list could not be loaded`}
          retryLabel={t`Retry`}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonGroup label={t`Loading...`}>
          <Skeleton className="h-11" />
        </SkeletonGroup>
      )}
    </Card>
  )
}
