import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { addPlace, editPlace, type Place } from '@papadag/contract/places/places'
import { Button } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { TextField } from '@papadag/ui/fields/text-field'
import { useRef } from 'react'
import { useCreationKey } from '../../../platform/data/creation-key.ts'
import { useWrite } from '../../../platform/data/data.ts'
import { useDraft } from '../../../platform/drafts.ts'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { useUser } from '../../../platform/session/session.ts'
import { emptyValues, type PlaceValues, positionIn, readChanges } from './form-values.ts'
import { PlaceFields } from './place-fields.tsx'
import { type FindMe, PositionFields } from './position-fields.tsx'
import { SimilarPlaces, useSimilarPlaces } from './similar-places.tsx'
import { usePlaceForm } from './use-place-form.ts'

type Props = {
  findMe: FindMe
  /** The address of a place's sheet over this form, which keeps the input. */
  toPlace: (place: Place) => string
  onDone: () => void
  onCancel: () => void
}

/** The form for a new restaurant, on a card over the list. */
export function AddRestaurant({ findMe, toPlace, onDone, onCancel }: Props) {
  const { t } = useLingui()
  const draft = useDraft('add-restaurant', useUser().id, readChanges)
  const adding = useAddRestaurant(draft.forget, onDone)
  const form = usePlaceForm({ initial: emptyValues(), draft, needsAddress: true, refusal: adding.refusal })
  const { similar, isLooking, mustLook } = useSimilarPlaces('restaurant')
  const isBusy = isLooking || adding.isPending

  const send = async (values: PlaceValues) => {
    if (isBusy || (await mustLook(values))) return
    adding.send(values)
  }

  return (
    <Card as="section" aria-labelledby="add-restaurant" className="md:p-7">
      <h2 id="add-restaurant" tabIndex={-1}>
        <Trans>Add Restaurant</Trans>
      </h2>
      <p className="mb-3.5 text-ink-2 text-sm">
        <Trans>A place with high chairs and patient staff? Add it.</Trans>
      </p>
      <form noValidate onSubmit={form.handleSubmit(send)}>
        <PlaceFields form={form} type="restaurant" isWide>
          <PositionFields form={form} findMe={findMe} />
        </PlaceFields>
        <TextField
          label={t`Web address of a photo`}
          mark={t`(optional)`}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          className="mt-4"
          hint={form.watch('picture') && t`The photo you chose above is used instead.`}
          error={sayIssue(form.formState.errors.imageUrl?.message)}
          {...form.register('imageUrl')}
        />
        <div className="mt-4">
          <SimilarPlaces places={similar} toPlace={toPlace} />
        </div>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button
            disabled={isBusy}
            onClick={() => {
              draft.forget()
              onCancel()
            }}
          >
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="do" className="flex-1" busy={isBusy} busyLabel={t`Adding...`}>
            {similar.length > 0 ? <Trans>Add anyway</Trans> : <Trans>Add</Trans>}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/**
 * Adds a restaurant, then its photo, since the call takes no file: the restaurant is saved even if the photo is not.
 */
function useAddRestaurant(onSaved: () => void, onDone: () => void) {
  const idempotencyKey = useCreationKey()
  const chosenPhoto = useRef<Blob>(undefined)
  const addPhoto = useWrite(editPlace, {
    failed: { title: msg`The photo could not be added`, serverTextOr: msg`The restaurant itself has been added.` },
    onDone,
    onFailed: onDone,
  })
  const add = useWrite(addPlace, {
    idempotencyKey,
    done: { title: msg`Restaurant Added`, description: msg`Thank you for contributing to our community!` },
    failed: {
      title: msg`Error Adding Restaurant`,
      serverTextOr: msg`There was an error adding the restaurant. Please try again.`,
    },
    onDone: ({ id }) => {
      onSaved()
      const file = chosenPhoto.current
      if (file) addPhoto.mutate({ params: { id }, form: {}, file })
      else onDone()
    },
  })
  return {
    isPending: add.isPending || addPhoto.isPending,
    refusal: add.error,
    send(values: PlaceValues) {
      const { name, description, address, features, picture, imageUrl } = values
      const facts = { name, description, address, features, ...positionIn(values) }
      // A chosen photo replaces the address.
      const body = { type: 'restaurant', ...facts, ...(!picture && { imageUrl: imageUrl.trim() }) } as const
      chosenPhoto.current = picture
      add.mutate({ body })
    },
  }
}
