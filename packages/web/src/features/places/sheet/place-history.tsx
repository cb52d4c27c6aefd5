import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  applyRevision,
  type PlaceFields,
  placeRevisions,
  type Revision,
  undoRevision,
} from '@papadag/contract/places/place-edits'
import { Badge } from '@papadag/ui/badge'
import { Button } from '@papadag/ui/button'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { useState } from 'react'
import { useRead, useWrite } from '../../../platform/data/data.ts'
import { PartFailed } from '../../../platform/data/part-failed.tsx'
import { featureLabels } from '../feature-labels.ts'
import { useDay } from './use-day.ts'

const step = 20

/** Every edit of a place with its changes, each of which can be reverted. */
export function PlaceHistory({ placeId: id }: { placeId: number }) {
  const { t } = useLingui()
  const [count, setCount] = useState(step)
  const { data, error, refetch } = useRead(placeRevisions, { params: { id }, query: { limit: count + 1 } })
  if (error && !data) {
    return (
      <PartFailed error={error} onRetry={() => void refetch()}>
        <Trans>The history could not be loaded.</Trans>
      </PartFailed>
    )
  }
  if (!data) {
    return (
      <SkeletonGroup label={t`Loading...`} className="grid gap-2.5">
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </SkeletonGroup>
    )
  }
  if (data.length === 0) {
    return (
      <p className="text-ink-2">
        <Trans>Nobody has changed anything yet.</Trans>
      </p>
    )
  }
  return (
    <>
      <ol className="grid gap-5">
        {data.slice(0, count).map(revision => (
          <li key={revision.id}>
            <Edit placeId={id} revision={revision} />
          </li>
        ))}
      </ol>
      {data.length > count && (
        <Button variant="ghost" size={44} icon="down" onClick={() => setCount(count + step)}>
          <Trans>Older changes</Trans>
        </Button>
      )}
    </>
  )
}

function Edit({ placeId, revision }: { placeId: number; revision: Revision }) {
  const { t } = useLingui()
  const { id, at, isMine, isUndo, mayUndo, waits, mayApply, before, after } = revision
  const apply = useWrite(applyRevision, {
    done: msg`Thanks for checking`,
    failed: { title: msg`It could not be confirmed`, serverTextOr: msg`Please try again in a moment.` },
  })
  const undo = useWrite(undoRevision, {
    done: msg`Undone`,
    failed: { title: msg`This change could not be undone`, serverTextOr: msg`Please try again in a moment.` },
  })
  const when = useDay(at)
  return (
    <>
      <h3 className="mb-1.5 flex flex-wrap items-center gap-2">
        {when}
        {isMine && (
          <Badge>
            <Trans>mine</Trans>
          </Badge>
        )}
        {isUndo && (
          <Badge tone="muted">
            <Trans>undone</Trans>
          </Badge>
        )}
        {waits && (
          <Badge>
            <Trans>waits for a second dad</Trans>
          </Badge>
        )}
      </h3>
      <Changes before={before} after={after} />
      {mayApply && (
        <Button
          size={44}
          className="mt-2 mr-2"
          icon="check"
          busy={apply.isPending}
          aria-label={t`The change of ${when} is right`}
          onClick={() => apply.mutate({ params: { id: placeId }, body: { revisionId: id } })}
        >
          <Trans>This is right</Trans>
        </Button>
      )}
      {mayUndo && (
        <Button
          size={44}
          variant="soft"
          className="mt-2"
          icon="back"
          busy={undo.isPending}
          aria-label={t`Undo the change of ${when}`}
          onClick={() => undo.mutate({ params: { id: placeId }, body: { revisionId: id } })}
        >
          <Trans>Undo</Trans>
        </Button>
      )}
    </>
  )
}

/** The old and the new value of each field. */
function Changes({ before, after }: { before: PlaceFields; after: PlaceFields }) {
  const { i18n, t } = useLingui()
  const nothing = t`nothing`
  const said = (fields: PlaceFields) => ({
    name: fields.name,
    description: fields.description,
    address: fields.address,
    position: fields.latitude === undefined ? undefined : `${fields.latitude}, ${fields.longitude}`,
    features: fields.features?.map(key => i18n._(featureLabels[key].label)).join(', '),
    photo: fields.hasImage === undefined ? undefined : fields.hasImage ? t`a photo` : undefined,
  })
  const [was, is] = [said(before), said(after)]
  const rows = [
    { key: 'name', label: t({ message: 'Name', context: 'place' }) },
    { key: 'address', label: t`Address` },
    { key: 'description', label: t`Description` },
    { key: 'position', label: t`Coordinates` },
    { key: 'features', label: t`What you will find there` },
    { key: 'photo', label: t`Photo` },
  ] as const
  const has = { ...hasField(before), ...hasField(after) }
  return (
    <dl className="grid gap-1.5 text-[.9375rem]">
      {rows
        .filter(({ key }) => has[key])
        .map(({ key, label }) => (
          <div key={key}>
            <dt className="font-[650]">{label}</dt>
            <dd className="break-words">
              <span className="sr-only">
                <Trans>Before:</Trans>{' '}
              </span>
              <del className="text-ink-2 decoration-danger">{was[key] || nothing}</del>
              <span aria-hidden>{' → '}</span>
              <span className="sr-only">
                {' '}
                <Trans>After:</Trans>{' '}
              </span>
              <ins className="no-underline">{is[key] || nothing}</ins>
            </dd>
          </div>
        ))}
    </dl>
  )
}

function hasField(fields: PlaceFields) {
  return {
    ...('name' in fields && { name: true }),
    ...('description' in fields && { description: true }),
    ...('address' in fields && { address: true }),
    ...('latitude' in fields && { position: true }),
    ...('features' in fields && { features: true }),
    ...('hasImage' in fields && { photo: true }),
  }
}
