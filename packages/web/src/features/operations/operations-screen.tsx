import { Trans, useLingui } from '@lingui/react/macro'
import type { operations } from '@papadag/contract/operations/operations'
import { Button } from '@papadag/ui/button'
import { ScreenHead } from '@papadag/ui/screen-head'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import type { useRead } from '../../platform/data/data.ts'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { Facts } from './facts.tsx'
import { FindingList, Verdict } from './findings.tsx'

type Props = { read: ReturnType<typeof useRead<typeof operations>> }

/** The state of the installation, read-only. */
export function OperationsScreen({ read }: Props) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = read
  return (
    <>
      <ScreenHead
        title={<Trans>Operations</Trans>}
        actions={
          data && (
            <Button size={44} icon="refresh" busy={isFetching} onClick={() => void refetch()}>
              <Trans>Look again</Trans>
            </Button>
          )
        }
      >
        <Trans>You can only look here. Nothing on this screen changes anything, and nothing is sent out.</Trans>
      </ScreenHead>
      {error && (
        <ReadFailed
          error={error}
          className="mb-3.5"
          title={t`The state of the installation could not be loaded`}
          onRetry={() => void refetch()}
        >
          {data && <Trans>Below is how it was when we looked last.</Trans>}
        </ReadFailed>
      )}
      {data ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] md:gap-4.5">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 md:gap-4.5">
            <Verdict findings={data.findings} lookedAt={data.lookedAt} />
            <FindingList findings={data.findings} />
          </div>
          <Facts data={data} />
        </div>
      ) : (
        !error && (
          <SkeletonGroup label={t`Loading...`} className="grid gap-3.5 md:grid-cols-[1.6fr_1fr] md:gap-4.5">
            <Skeleton className="h-44" />
            <Skeleton className="h-44" />
            <Skeleton className="h-80" />
          </SkeletonGroup>
        )
      )}
    </>
  )
}
