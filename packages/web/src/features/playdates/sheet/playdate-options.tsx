import { useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { MenuItem } from '@papadag/ui/layers/menu-item'
import { MenuList, type MenuPlace } from '@papadag/ui/layers/menu-list'
import { Suspense, useState } from 'react'
import { saveCalendar } from '../../../domain/playdates/save-calendar.ts'
import { navigate } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { askToReport } from '../../../platform/screen/reporting.ts'
import { askToShare } from '../../../platform/screen/sharing.ts'
import { later } from '../../../platform/screen/when-near.tsx'
import { useDelete } from '../cancelling/use-delete.ts'

const DeleteDialog = later(async () => (await import('../cancelling/delete-dialog.tsx')).DeleteDialog)

export type PlaydateOptionsOf = {
  playdate: Playdate
  onDeleted?: () => void
  /** Asks before deleting, instead of the dialog. */
  mayDelete?: (() => boolean) | undefined
}

/** The creator comes first, unless he is hidden from this viewer. */
function reportOf({ id, title, participants: [creator] }: Playdate) {
  const person = creator && { id: creator.id, name: `${creator.firstName} ${creator.lastName}` }
  return { type: 'playdate', id, name: `“${title}”`, person } as const
}

/** The items of a playdate's menu. */
export function PlaydateOptionsList({ playdate, onDeleted, mayDelete, ...place }: MenuPlace & PlaydateOptionsOf) {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState<boolean>()
  const remove = useDelete(playdate, () => {
    setIsAsking(false)
    onDeleted?.()
  })
  const { id } = playdate
  const isMine = playdate.myStatus === 'creator'
  const isPlanned = playdate.state === 'planned'
  const ask = () => (mayDelete ? mayDelete() && remove.mutate({ params: { id } }) : setIsAsking(true))
  const items: MenuItem[] = [
    ...(isMine
      ? [{ label: t`Edit`, icon: 'edit' as const, onSelect: () => navigate(pathTo('edit-playdate', { id })) }]
      : []),
    ...(isPlanned
      ? [
          // There is nothing to invite to, since anybody can come along.
          ...(playdate.kind === 'open'
            ? []
            : [{ label: t`Share`, icon: 'share' as const, onSelect: () => askToShare(playdate) }]),
          { label: t`Add to calendar`, icon: 'calendar' as const, onSelect: () => saveCalendar(id) },
        ]
      : []),
    ...(isMine ? [] : [{ label: t`Report`, icon: 'flag' as const, onSelect: () => askToReport(reportOf(playdate)) }]),
    ...(isMine
      ? [{ label: t`Delete`, icon: 'trash' as const, destructive: true, disabled: remove.isPending, onSelect: ask }]
      : []),
  ]
  return (
    <>
      <MenuList {...place} items={items} />
      {isAsking !== undefined && (
        <Suspense>
          <DeleteDialog
            playdate={playdate}
            open={isAsking}
            busy={remove.isPending}
            onCancel={() => setIsAsking(false)}
            onConfirm={(body, scope) => remove.mutate({ params: { id }, body, query: { scope } })}
          />
        </Suspense>
      )}
    </>
  )
}
