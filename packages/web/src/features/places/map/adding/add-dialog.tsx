import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { addPlayground, addPlaygroundWithImage, type Place } from '@papadag/contract/places/places'
import { Button } from '@papadag/ui/button'
import { TextField } from '@papadag/ui/fields/text-field'
import { Dialog } from '@papadag/ui/layers/dialog'
import { useEffect, useId } from 'react'
import { useCreationKey } from '../../../../platform/data/creation-key.ts'
import { useWrite } from '../../../../platform/data/data.ts'
import { useDraft } from '../../../../platform/drafts.ts'
import { useUser } from '../../../../platform/session/session.ts'
import { emptyValues, type PlaceValues, readChanges } from '../../forms/form-values.ts'
import { PlaceFields } from '../../forms/place-fields.tsx'
import { SimilarPlaces, useSimilarPlaces } from '../../forms/similar-places.tsx'
import { usePlaceForm } from '../../forms/use-place-form.ts'
import type { Position } from '../geo.ts'
import { useAddressOfPin } from './address-of-pin.ts'

/** The input of an unfinished playground, to restore the form. */
export type AddDraft = { at: Position; values: PlaceValues }

type Props = {
  draft: AddDraft
  open: boolean
  /** Called with the input, if there was any. */
  onCancel: (abandoned: PlaceValues | undefined) => void
  onAdded: (place: Place) => void
}

/** The form for a new playground, once its position has been chosen on the map. */
export function AddDialog({ draft: { at, values }, open, onCancel, onAdded }: Props) {
  const { t } = useLingui()
  const formId = useId()
  const draft = useDraft('add-playground', useUser().id, readChanges)
  const adding = useAddPlayground({
    onAdded(place) {
      draft.forget()
      onAdded(place)
    },
    onQueued() {
      draft.forget()
      onCancel(undefined)
    },
  })
  const address = useAddressOfPin(at) ?? ''
  const form = usePlaceForm({
    // Not typed by him, so it is not kept for the next pin.
    initial: { ...newDraft(at).values, address },
    typed: values,
    draft,
    refusal: adding.refusal,
  })
  const { getValues, setValue } = form
  useEffect(() => {
    if (address !== '' && getValues('address') === '') setValue('address', address)
  }, [address, getValues, setValue])
  const { similar, isLooking, mustLook } = useSimilarPlaces('playground')
  const isBusy = isLooking || adding.isPending

  const send = async (sent: PlaceValues) => {
    if (isBusy || (await mustLook(sent))) return
    adding.send(sent, at)
  }
  const cancel = () => {
    const typed = getValues()
    draft.forget()
    onCancel(isFilledIn(typed, address) ? typed : undefined)
  }

  return (
    <Dialog
      open={open}
      onClose={cancel}
      dismissable={!isBusy}
      closeLabel={t`Close`}
      title={t`Add New Playground`}
      footer={
        <>
          <Button disabled={isBusy} onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} variant="do" className="flex-1" busy={isBusy} busyLabel={t`Adding...`}>
            {similar.length > 0 ? <Trans>Add anyway</Trans> : <Trans>Add</Trans>}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.handleSubmit(send)}>
        <PlaceFields form={form} type="playground" photoError={adding.imageError}>
          <div className="grid grid-cols-2 gap-3">
            <Fixed label={t`Latitude`} value={values.latitude} />
            <Fixed label={t`Longitude`} value={values.longitude} />
          </div>
        </PlaceFields>
        <div className="mt-4 empty:hidden">
          <SimilarPlaces places={similar} />
        </div>
      </form>
    </Dialog>
  )
}

type Added = {
  onAdded: (place: Place) => void
  /** Called instead while there is no connection: it is sent later. */
  onQueued: () => void
}

const done = {
  title: msg`Playground Added`,
  description: msg`Thank you for contributing to our community playground map!`,
}
const title = msg`Error Adding Playground`

/** Adds a playground, with its picture if there is one; queues it offline, since reception is worst at playgrounds. */
function useAddPlayground({ onAdded, onQueued }: Added) {
  const idempotencyKey = useCreationKey()
  const add = useWrite(addPlayground, {
    idempotencyKey,
    whenOffline: async input => {
      const { sendLater } = await import('../../../../platform/offline/offline-queue.ts')
      await sendLater(addPlayground, input, title, idempotencyKey(input))
      onQueued()
    },
    done,
    failed: { title, serverTextOr: msg`There was an error adding the playground. Please try again.` },
    onDone: onAdded,
  })
  const addWithImage = useWrite(addPlaygroundWithImage, {
    idempotencyKey,
    whenOffline: async input => {
      const { sendLater } = await import('../../../../platform/offline/offline-queue.ts')
      await sendLater(addPlaygroundWithImage, input, title, idempotencyKey(input))
      onQueued()
    },
    done,
    failed: { title, serverTextOr: msg`Failed to add playground` },
    onDone: onAdded,
  })
  return {
    isPending: add.isPending || addWithImage.isPending,
    refusal: addWithImage.error ?? add.error,
    imageError: addWithImage.error?.code?.startsWith('image.') ? addWithImage.error.sentence : undefined,
    send({ name, description, address, features, picture }: PlaceValues, at: Position) {
      const facts = { name, description, address, ...at }
      // Each has its own error; the other's is cleared.
      add.reset()
      addWithImage.reset()
      if (!picture) return add.mutate({ body: { ...facts, features } })
      addWithImage.mutate({
        form: { ...facts, ...(features.length > 0 && { features: JSON.stringify(features) }) },
        file: picture,
      })
    },
  }
}

/** The position comes only from the map. */
function Fixed({ label, value }: { label: string; value: string }) {
  return <TextField label={label} value={value} readOnly />
}

/** The initial form for a position on the map. */
export function newDraft({ latitude, longitude }: Position): AddDraft {
  const at = { latitude: Number(latitude.toFixed(6)), longitude: Number(longitude.toFixed(6)) }
  return { at, values: emptyValues({ latitude: String(at.latitude), longitude: String(at.longitude) }) }
}

/** Whether there is input to lose; the pin's address does not count. */
function isFilledIn({ name, description, address, features, picture }: PlaceValues, ofPin: string) {
  const texts = [name, description, address === ofPin ? '' : address]
  return texts.some(text => text.trim() !== '') || features.length > 0 || picture !== undefined
}
