import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Suspense, useState } from 'react'
import { later } from '../../../platform/screen/when-near.tsx'
import { useDelete } from './use-delete.ts'

const DeleteDialog = later(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

/** Deletes a playdate after asking in a dialog, which is shown where `dialog` is rendered. */
export function useDeletion(playdate: Playdate, onDeleted?: () => void) {
  const [isAsking, setIsAsking] = useState<boolean>()
  const remove = useDelete(playdate, () => {
    setIsAsking(false)
    onDeleted?.()
  })
  const params = { id: playdate.id }
  const dialog = isAsking !== undefined && (
    <Suspense>
      <DeleteDialog
        playdate={playdate}
        open={isAsking}
        busy={remove.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={(body, scope) => remove.mutate({ params, body, query: { scope } })}
      />
    </Suspense>
  )
  return { ask: () => setIsAsking(true), removeAtOnce: () => remove.mutate({ params }), busy: remove.isPending, dialog }
}
