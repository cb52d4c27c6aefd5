import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  deletePlaydate,
  type EditedPlaydate,
  editPlaydate,
  onePlaydate,
  type Playdate,
} from '@papadag/contract/playdates/playdates'
import type { Scope } from '@papadag/contract/playdates/repeats'
import { Button, buttonClass } from '@papadag/ui/button'
import { Suspense, useEffect, useState } from 'react'
import { isOver, Leaf } from '../../domain/playdates/playdate-facts.tsx'
import { noteCancelled } from '../../features/playdates/cancelling/just-cancelled.ts'
import { readFields, toFields, toPlaydate } from '../../features/playdates/form/form-fields.ts'
import { PlaydateForm } from '../../features/playdates/form/playdate-form.tsx'
import { comeBackTo } from '../../features/playdates/list/playdate-to-show.ts'
import { failing, useNoticeOnExpiry } from '../../features/playdates/sheet/not-logged-in.ts'
import { BackToPlaydates } from '../../features/playdates/sheet/playdate-page.tsx'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { LoadingCard } from '../../platform/data/loading-card.tsx'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { useDraft } from '../../platform/drafts.ts'
import { Link, navigate } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { notify } from '../../platform/screen/notices.ts'
import { later } from '../../platform/screen/when-near.tsx'
import { useUser } from '../../platform/session/session.ts'

// Loaded on demand: most users who edit do not delete.
const DeleteDialog = later(
  async () => (await import('../../features/playdates/cancelling/delete-dialog.tsx')).DeleteDialog,
)

const ScopeDialog = later(
  async () => (await import('../../features/playdates/series/scope-dialog.tsx')).ScopeDialog,
  'others',
)

// Fetched together with the playdate, since its form shows all fields at once.
void import('../../features/playdates/form/more-options.tsx')

export function Page({ id }: { id: number }) {
  const { t } = useLingui()
  const { data: playdate, error, refetch } = useRead(onePlaydate, { params: { id } })
  const isNotMine = playdate !== undefined && playdate.myStatus !== 'creator'
  useEffect(() => {
    if (!isNotMine) return
    notify({
      title: msg`No access`,
      description: msg`You can only edit your own playdates.`,
      tone: 'destructive',
    })
    navigate(pathTo('playdates'), { replace: true })
  }, [isNotMine])

  return (
    <>
      <BackToPlaydates />
      <div className="mb-4.5 flex flex-wrap items-center gap-x-4 gap-y-2">
        {playdate && !isNotMine && <Leaf playdate={playdate} />}
        <h1 className="min-w-[min(100%,9ch)] flex-1">
          <Trans>Edit playdate</Trans>
        </h1>
      </div>
      {playdate && !isNotMine ? (
        <Suspense fallback={<LoadingCard />}>
          <EditForm key={playdate.id} playdate={playdate} />
        </Suspense>
      ) : error ? (
        <ReadFailed
          error={error}
          title={t`The playdate could not be loaded.`}
          onRetry={() => void refetch()}
          action={
            <Link to={pathTo('playdates')} className={buttonClass()}>
              <Trans>Back to the list</Trans>
            </Link>
          }
        />
      ) : (
        <LoadingCard />
      )}
    </>
  )
}

function EditForm({ playdate }: { playdate: Playdate }) {
  const { t } = useLingui()
  const user = useUser()
  const { id } = playdate
  useNoticeOnExpiry(msg`You must be logged in to edit a playdate.`)
  const draft = useDraft(`edit-${id}`, user.id, readFields)
  // Changes by others, such as new participants, do not affect the input.
  const [{ first, initial }] = useState(() => ({ first: playdate, initial: toFields(playdate) }))
  const [isAsking, setIsAsking] = useState<boolean>()

  function done() {
    draft.forget()
    navigate(pathTo('playdates'), { replace: true })
  }
  const { save, send, scopes } = useSave(playdate, done)
  const remove = useWrite(deletePlaydate, {
    done: { title: msg`Playdate deleted`, icon: 'trash' },
    failed: failing({
      title: msg`Error deleting the playdate`,
      serverTextOr: msg`Something went wrong while deleting the playdate.`,
    }),
    onDone() {
      noteCancelled()
      done()
    },
    onFailed: () => setIsAsking(false),
  })

  return (
    <>
      <PlaydateForm
        initial={initial}
        draft={draft}
        kept={first}
        submitLabel={t`Save`}
        busy={save.isPending}
        blocked={remove.isPending}
        refusal={save.error}
        onSubmit={fields => {
          if (!save.isPending && !remove.isPending) send(toPlaydate(fields, first))
        }}
        aside={<DeleteButton isBusy={remove.isPending} isBlocked={save.isPending} onPress={() => setIsAsking(true)} />}
      />
      {scopes && (
        <Suspense>
          <ScopeDialog hasStandingPlaces={playdate.kind !== 'open'} busy={save.isPending} {...scopes} />
        </Suspense>
      )}
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

/** Saves the playdate; one of a series, once he has chosen for which of its dates. */
function useSave({ id, series }: Playdate, onDone: () => void) {
  // What is to be saved, while he chooses.
  const [choosing, setChoosing] = useState<{ edited: EditedPlaydate; isOpen: boolean }>()
  const save = useWrite(editPlaydate, {
    done: msg`Playdate updated`,
    failed: failing({
      title: msg`Error updating the playdate`,
      serverTextOr: msg`Something went wrong while updating the playdate.`,
    }),
    onDone(saved) {
      if (!isOver(saved)) comeBackTo(id)
      onDone()
    },
    onFailed: () => setChoosing(undefined),
  })
  function send(body: EditedPlaydate) {
    if (series) setChoosing({ edited: body, isOpen: true })
    else save.mutate({ params: { id }, body })
  }
  const scopes = choosing && {
    open: choosing.isOpen,
    onCancel: () => setChoosing({ ...choosing, isOpen: false }),
    onConfirm: (scope: Scope) => save.mutate({ params: { id }, body: choosing.edited, query: { scope } }),
  }
  return { save, send, scopes }
}

type DeleteButtonProps = { isBusy: boolean; isBlocked: boolean; onPress: () => void }

function DeleteButton({ isBusy, isBlocked, onPress }: DeleteButtonProps) {
  const { t } = useLingui()
  return (
    <Button
      variant="danger-outline"
      icon="trash"
      busy={isBusy}
      busyLabel={<span className="phone:sr-only">{t`Deleting...`}</span>}
      disabled={isBlocked}
      onClick={onPress}
    >
      <span className="phone:sr-only">
        <Trans>Delete</Trans>
      </span>
    </Button>
  )
}
