import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { editProfile, type User } from '@papadag/contract/users/users'
import { Button } from '@papadag/ui/button'
import { ScreenHead } from '@papadag/ui/screen-head'
import { useEffect, useEffectEvent } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Portrait } from '../../../domain/people/father-facts.tsx'
import { useWrite } from '../../../platform/data/data.ts'
import { useServerErrors } from '../../../platform/data/use-server-errors.ts'
import { useDraft } from '../../../platform/drafts.ts'
import { focusHeading } from '../../../platform/navigation/navigation.tsx'
import { noConnection } from '../../../platform/screen/notices.ts'
import { ChildrenFields } from './children-fields.tsx'
import { PersonFields } from './person-fields.tsx'
import { PictureButton, pictureHint } from './picture-button.tsx'
import { bodyOf, fieldsOf, type ProfileFields, readFields } from './profile-fields.ts'
import { SpotFields } from './spot-fields.tsx'

type Props = {
  user: User
  /** The browser's city, if known. */
  cityNearby: string | undefined
  /** Whether mail to his address is refused. */
  isRefused: boolean
  /** Back to viewing. */
  onDone: () => void
}

/** The form of the user's own profile. The input stays in this tab until it is saved or cancelled. */
export function ProfileForm({ user, cityNearby, isRefused, onDone }: Props) {
  const { i18n } = useLingui()
  const draft = useDraft('profile', user.id, readFields)
  const form = useForm<ProfileFields>({ defaultValues: draft.restored ?? fieldsOf(user) })
  const { handleSubmit, watch, getValues, setError } = form
  useEffect(focusHeading, [])

  const keep = useEffectEvent(() => draft.keep(getValues()))
  useEffect(() => {
    const { unsubscribe } = watch(() => keep())
    return unsubscribe
  }, [watch])

  const leave = () => {
    draft.forget()
    onDone()
  }
  const { mutate, isPending, error } = useWrite(editProfile, {
    done: msg`Profile saved`,
    failed: ({ code }) => ({
      title: msg`Error updating the profile`,
      serverTextOr: code === 'offline' ? noConnection : msg`Your profile could not be saved. Please try again later.`,
    }),
    onDone: leave,
  })
  useServerErrors(setError, error, {
    fields: ['firstName', 'lastName', 'bio', 'email', 'phoneNumber', 'city'],
    ofCode: { 'auth.emailTaken': 'email' },
  })

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="mx-auto max-w-160"
        onSubmit={handleSubmit(fields => isPending || mutate({ body: bodyOf(fields) }))}
      >
        <ScreenHead title={<Trans>Edit profile</Trans>} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 phone:[&_:is(input,textarea,button)]:scroll-mb-20">
          <div className="flex items-center gap-4">
            <Portrait of={user} size={96} />
            <div className="min-w-0">
              <PictureButton hasPicture={user.profileImage !== null} />
              <p id={pictureHint} className="mt-1.5 text-ink-2 text-sm">
                <Trans>JPEG, PNG or GIF, max. 8 MB</Trans>
              </p>
            </div>
          </div>
          <PersonFields cityNearby={cityNearby} refusedEmail={isRefused ? user.email : undefined} />
          <ChildrenFields locale={i18n.locale} />
          <SpotFields />
        </div>
        <Buttons isBusy={isPending} onCancel={leave} />
      </form>
    </FormProvider>
  )
}

function Buttons({ isBusy, onCancel }: { isBusy: boolean; onCancel: () => void }) {
  const { t } = useLingui()
  return (
    <div className="stands-below-phone phone:sticky phone:bottom-(--pd-bottombar-h) phone:z-10 phone:-mx-4 mt-4 flex flex-wrap items-center gap-2.5 phone:border-line phone:border-t-[1.5px] phone:bg-bg phone:px-4 phone:py-3">
      <Button disabled={isBusy} className="md:ml-auto" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <Button type="submit" variant="do" busy={isBusy} busyLabel={t`Saving...`} className="phone:flex-1">
        <Trans>Save</Trans>
      </Button>
    </div>
  )
}
