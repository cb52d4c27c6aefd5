import { useLingui } from '@lingui/react/macro'
import { ErrorState } from '@papadag/ui/error-state'
import { SettingsSection } from '@papadag/ui/settings-section'
import { Skeleton, SkeletonGroup } from '@papadag/ui/skeleton'
import type { ReactNode } from 'react'

type Props<Row> = {
  /** What an address calls it. */
  name: string
  title: ReactNode
  read: { data: readonly Row[] | undefined; error: unknown; refetch: () => unknown }
  /** What is said when it could not be read. */
  failed: string
  /** What is said when there is nothing in it. */
  empty?: ReactNode
  /** One of them, as a `li` with a key. */
  children: (row: Row) => ReactNode
}

/** A list among the settings: its rows, that there are none, or a way to try again. */
export function SettingsList<Row>({
  name,
  title,
  read: { data, error, refetch },
  failed,
  empty,
  children,
}: Props<Row>) {
  const { t } = useLingui()
  return (
    <SettingsSection name={name} title={title}>
      {data?.length === 0 && empty ? (
        <p className="text-ink-2 text-sm">{empty}</p>
      ) : data ? (
        <ul className="grid gap-3">{data.map(children)}</ul>
      ) : error ? (
        <ErrorState heading="h3" title={failed} retryLabel={t`Retry`} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup label={t`Loading...`}>
          <Skeleton className="h-11" />
        </SkeletonGroup>
      )}
    </SettingsSection>
  )
}
