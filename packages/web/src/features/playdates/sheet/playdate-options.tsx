import { useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { MenuItem } from '@papadag/ui/layers/menu-item'
import { MenuList, type MenuPlace } from '@papadag/ui/layers/menu-list'
import { saveCalendar } from '../../../domain/playdates/save-calendar.ts'
import { navigate } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { askToReport } from '../../../platform/screen/reporting.ts'
import { askToShare } from '../../../platform/screen/sharing.ts'
import { useDeletion } from '../cancelling/use-deletion.tsx'
import { reportOf } from './report-of.ts'

export type PlaydateOptionsOf = {
  playdate: Playdate
  onDeleted?: () => void
  /** Asks before deleting, instead of the dialog. */
  mayDelete?: (() => boolean) | undefined
}

/** The items of a playdate's menu. */
export function PlaydateOptionsList({ playdate, onDeleted, mayDelete, ...place }: MenuPlace & PlaydateOptionsOf) {
  const { t } = useLingui()
  const deletion = useDeletion(playdate, onDeleted)
  const { id } = playdate
  const isMine = playdate.myStatus === 'creator'
  const isPlanned = playdate.state === 'planned'
  const ask = () => (mayDelete ? mayDelete() && deletion.removeAtOnce() : deletion.ask())
  const items: MenuItem[] = [
    ...(isMine && playdate.kind !== 'now'
      ? [{ label: t`Edit`, icon: 'edit' as const, onSelect: () => navigate(pathTo('edit-playdate', { id })) }]
      : []),
    ...(isPlanned
      ? [
          // There is nothing to invite to: anybody can come along, or only whom he knows is told.
          ...(playdate.kind === 'open' || playdate.kind === 'now'
            ? []
            : [{ label: t`Share`, icon: 'share' as const, onSelect: () => askToShare(playdate) }]),
          { label: t`Add to calendar`, icon: 'calendar' as const, onSelect: () => saveCalendar(id) },
        ]
      : []),
    ...(isMine ? [] : [{ label: t`Report`, icon: 'flag' as const, onSelect: () => askToReport(reportOf(playdate)) }]),
    ...(isMine
      ? [{ label: t`Delete`, icon: 'trash' as const, destructive: true, disabled: deletion.busy, onSelect: ask }]
      : []),
  ]
  return (
    <>
      <MenuList {...place} items={items} />
      {deletion.dialog}
    </>
  )
}
