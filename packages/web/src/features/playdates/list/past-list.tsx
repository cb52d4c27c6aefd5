import { Trans } from '@lingui/react/macro'
import { pastPlaydates } from '@papadag/contract/playdates/playdates'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { useRead } from '../../../platform/data/data.ts'
import { screen } from '../../../platform/screen/screen.ts'
import { PlaydateList } from './playdate-list.tsx'

export function usePast(enabled: boolean) {
  return useRead(pastPlaydates, {}, { enabled })
}

/** His past playdates. */
export function PastList({ read }: { read: ReturnType<typeof usePast> }) {
  return (
    <PlaydateList
      read={read}
      skeletons={screen.pastSkeletons}
      empty={
        <EmptyState illustration="noHistory" title={<Trans>No memories yet</Trans>}>
          <Trans>You don't have any past playdates yet.</Trans> <Trans>The boots are ready.</Trans>
        </EmptyState>
      }
    />
  )
}
