import { msg } from '@lingui/core/macro'
import type { Place } from '@papadag/contract/places/places'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { errorTitle, noConnection, notify } from '../../../../platform/screen/notices.ts'
import type { Position } from '../geo.ts'
import type { AddDraft } from './add-dialog.tsx'

const load = () => import('./add-dialog.tsx')
const AddDialog = lazy(async () => ({ default: (await load()).AddDialog }))

/**
 * Adding a playground: off, choosing a point, filling in the form. A closed form can be restored while its toast is
 * shown (decision L12).
 */
export function useAdding(onAdded: (place: Place) => void) {
  const [isPicking, setPicking] = useState(false)
  const [draft, setDraft] = useState<AddDraft>()
  const [isOpen, setOpen] = useState(false)
  const [times, setTimes] = useState(0)

  const open = useCallback((next: AddDraft) => {
    setPicking(true)
    setDraft(next)
    setOpen(true)
    setTimes(before => before + 1)
  }, [])
  const pick = useCallback(
    async (at: Position) => {
      try {
        const { newDraft } = await load()
        open(newDraft(at))
      } catch {
        // The dialog's code failed to load.
        notify({ title: errorTitle, description: noConnection, tone: 'destructive' })
      }
    },
    [open],
  )
  const stop = () => {
    setPicking(false)
    setOpen(false)
  }

  const dialog: ReactNode = draft && (
    <Suspense>
      <AddDialog
        key={times}
        draft={draft}
        open={isOpen}
        onCancel={abandoned => {
          stop()
          if (!abandoned) return
          notify({
            title: msg`The playground was not added`,
            action: { label: msg`Restore`, onClick: () => open({ at: draft.at, values: abandoned }) },
          })
        }}
        onAdded={place => {
          stop()
          onAdded(place)
        }}
      />
    </Suspense>
  )

  return {
    isPicking,
    /** The position of the new playground. */
    at: isOpen ? draft?.at : undefined,
    start() {
      // While choosing the point.
      void load().catch(() => {})
      setPicking(true)
    },
    stop,
    pick,
    dialog,
  }
}
