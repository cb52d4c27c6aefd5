import { useLingui } from '@lingui/react/macro'
import { SettingsSection } from '@papadag/ui/settings-section'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import type { ReactNode } from 'react'
import { ReadFailed } from '../data/read-failed.tsx'

type Props<Row> = {
  /** The section's name in the address. */
  name: string
  title: ReactNode
  read: { data: readonly Row[] | undefined; error: unknown; refetch: () => unknown }
  /** Shown if it fails to load. */
  failed: string
  /** Shown if it is empty. */
  empty?: ReactNode
  /** Renders an item as a `li` with a key. */
  children: (row: Row) => ReactNode
}

/** A list in the settings: its rows, an empty text, or an error with a retry. */
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
        <ReadFailed error={error} heading="h3" title={failed} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup label={t`Loading...`}>
          <Skeleton className="h-11" />
        </SkeletonGroup>
      )}
    </SettingsSection>
  )
}
