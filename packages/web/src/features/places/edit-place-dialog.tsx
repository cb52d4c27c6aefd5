import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { editPlace, type Place } from '@papadag/contract/places'
import { Button } from '@papadag/ui/button'
import { Dialog } from '@papadag/ui/dialog'
import { useId } from 'react'
import { useWrite } from '../../platform/data.ts'
import { type PlaceValues, positionIn, valuesOf } from './form-values.ts'
import { PlaceFields } from './place-fields.tsx'
import { type FindMe, PositionFields } from './position-fields.tsx'
import { usePlaceForm } from './use-place-form.ts'

type Props = { place: Place; open: boolean; findMe: FindMe; onClose: () => void }

/** The same questions as for a new place, with what is known of it filled in. */
export function EditPlaceDialog({ place, open, findMe, onClose }: Props) {
  const { t } = useLingui()
  const formId = useId()
  const isPlayground = place.type === 'playground'
  const edit = useWrite(editPlace, {
    done: isPlayground ? msg`Playground updated` : msg`Restaurant updated`,
    failed: isPlayground
      ? { title: msg`Error Updating Playground`, serverTextOr: msg`Failed to update playground` }
      : { title: msg`Error Updating Restaurant`, serverTextOr: msg`Failed to update restaurant` },
    onDone: onClose,
  })
  const form = usePlaceForm({ initial: valuesOf(place), needsAddress: !isPlayground, refusal: edit.error })
  const send = (values: PlaceValues) => {
    const { name, description, address, features, picture } = values
    const fields = { name, description, address, features: JSON.stringify(features), ...positionIn(values) }
    edit.mutate({ params: { id: place.id }, form: fields, ...(picture && { file: picture }) })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={t`Close`}
      title={isPlayground ? t`Edit Playground` : t`Edit Restaurant`}
      footer={
        <>
          <Button disabled={edit.isPending} onClick={onClose}>
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
