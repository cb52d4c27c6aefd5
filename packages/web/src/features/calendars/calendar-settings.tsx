import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type CalendarFeed, calendarFeeds, removeCalendarFeed } from '@papadag/contract/calendars'
import { limits } from '@papadag/contract/limits'
import { Button } from '@papadag/ui/button'
import { ConfirmDialog } from '@papadag/ui/layers/dialog-on-demand'
import { SettingsSection } from '@papadag/ui/settings-section'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { lazy, Suspense, useState } from 'react'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { useDates } from '../../platform/language/dates.ts'
import { noConnection } from '../../platform/screen/notices.ts'

const NewFeedDialog = lazy(async () => ({ default: (await import('./new-feed-dialog.tsx')).NewFeedDialog }))

/** The calendar feeds that list his playdates. */
export function CalendarSettings() {
  const { t } = useLingui()
  const { data, error, refetch } = useRead(calendarFeeds, {})
  const [isAdding, setIsAdding] = useState(false)
  return (
    <SettingsSection name="calendar" title={<Trans>In your calendar</Trans>}>
      <p className="text-ink-2 text-sm">
        <Trans>
          With this link your playdates appear in your calendar by themselves, and stay up to date. Google checks once
          or twice a day, Apple and Outlook more often. For anything urgent there are notifications.
        </Trans>
      </p>
      {data ? (
        <ul className="grid gap-3 empty:hidden">
          {data.map(feed => (
            <Row key={feed.id} feed={feed} />
          ))}
        </ul>
      ) : error ? (
        <ReadFailed
          error={error}
          heading="h3"
          title={t`Your calendars could not be loaded`}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonGroup label={t`Loading...`}>
          <Skeleton className="h-11" />
        </SkeletonGroup>
      )}
      {data && data.length < limits.calendarFeeds && (
        <Button icon="calendar" size={44} className="justify-self-start" onClick={() => setIsAdding(true)}>
          <Trans>Connect a calendar</Trans>
        </Button>
      )}
      {isAdding && (
        <Suspense>
          <NewFeedDialog onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </SettingsSection>
  )
}

function Row({ feed }: { feed: CalendarFeed }) {
  const { t } = useLingui()
  const dates = useDates()
  const [isAsking, setIsAsking] = useState(false)
  const { id, name, variant, showsHomeAddress, lastReadAt } = feed
  const remove = useWrite(removeCalendarFeed, {
    done: msg`This link no longer works`,
    failed: ({ code }) => ({
      title: msg`The link still works`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onFailed: () => setIsAsking(false),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="break-words font-[650] text-[.9375rem]">{name}</p>
        <p className="text-ink-2 text-sm">
          {variant === 'busy' ? <Trans>Only that you are busy</Trans> : <Trans>What, when and where</Trans>}
          {showsHomeAddress && (
            <>
              {', '}
              <Trans>with home addresses</Trans>
            </>
          )}
          {' · '}
          {lastReadAt ? <Trans>last read on {dates.dayAndMonth(lastReadAt)}</Trans> : <Trans>not read yet</Trans>}
        </p>
      </div>
      <Button size={44} aria-label={t`Disconnect: ${name}`} onClick={() => setIsAsking(true)}>
        <Trans>Disconnect</Trans>
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t`Disconnect “${name}”?`}
        cancelLabel={t`Keep it`}
        confirmLabel={t`Disconnect`}
        busy={remove.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate({ params: { id } })}
      >
        <Trans>The link stops working at once, also for anyone you gave it to.</Trans>
      </ConfirmDialog>
    </li>
  )
}
