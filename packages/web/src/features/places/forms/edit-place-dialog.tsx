import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { editPlace, type Place } from '@papadag/contract/places/places'
import { Button } from '@papadag/ui/button'
import { Dialog } from '@papadag/ui/layers/dialog'
import { useId, useState } from 'react'
import { useWrite } from '../../../platform/data/data.ts'
import { useDraft } from '../../../platform/drafts.ts'
import { useUser } from '../../../platform/session/session.ts'
import { changesIn, type PlaceValues, positionIn, readChanges, valuesOf } from './form-values.ts'
import { PlaceFields } from './place-fields.tsx'
import { type FindMe, PositionFields } from './position-fields.tsx'
import { usePlaceForm } from './use-place-form.ts'

type Props = { place: Place; open: boolean; findMe: FindMe; onClose: () => void }

/** The form for a new place, filled in with an existing one. Unchanged fields are not sent. */
export function EditPlaceDialog({ place, open, findMe, onClose }: Props) {
  const { t } = useLingui()
  const formId = useId()
  const isPlayground = place.type === 'playground'
  const draft = useDraft(`edit-place-${place.id}`, useUser().id, readChanges)
  // Compares with the values at opening, since another father may have changed the place.
  const [initial] = useState(() => valuesOf(place))
  const close = () => {
    draft.forget()
    onClose()
  }
  const edit = useWrite(editPlace, {
    done: isPlayground ? msg`Playground updated` : msg`Restaurant updated`,
    failed: isPlayground
      ? { title: msg`Error Updating Playground`, serverTextOr: msg`Failed to update playground` }
      : { title: msg`Error Updating Restaurant`, serverTextOr: msg`Failed to update restaurant` },
    onDone: close,
  })
  const form = usePlaceForm({ initial, draft, needsAddress: !isPlayground, refusal: edit.error })
  const send = (values: PlaceValues) => {
    const { features, latitude, longitude, imageUrl: _, ...texts } = changesIn(values, initial)
    const form = {
      ...texts,
      ...(features && { features: JSON.stringify(features) }),
      ...(latitude !== undefined && longitude !== undefined && positionIn({ latitude, longitude })),
    }
    const file = values.picture
    if (!file && Object.keys(form).length === 0) return close()
    edit.mutate({ params: { id: place.id }, form, ...(file && { file }) })
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      dismissable={!edit.isPending}
      closeLabel={t`Close`}
      title={isPlayground ? t`Edit Playground` : t`Edit Restaurant`}
      footer={
        <>
          <Button disabled={edit.isPending} onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="do"
            className="flex-1"
            busy={edit.isPending}
            busyLabel={t`Saving...`}
          >
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.handleSubmit(send)}>
        <PlaceFields
          form={form}
          type={place.type}
          imageUrl={place.imageUrl}
          photoError={edit.error?.code?.startsWith('image.') ? edit.error.sentence : undefined}
        >
          <PositionFields form={form} findMe={findMe} />
        </PlaceFields>
      </form>
    </Dialog>
  )
}
