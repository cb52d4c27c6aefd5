import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { editProfile, type User } from '@papadag/contract/users'
import { Button } from '@papadag/ui/button'
import { TextArea, TextField } from '@papadag/ui/fields/text-field'
import { ScreenHead } from '@papadag/ui/screen-head'
import { textLinkClass } from '@papadag/ui/text-link'
import { useEffect, useRef } from 'react'
import { type FieldPath, FormProvider, useForm } from 'react-hook-form'
import { Portrait } from '../../../domain/people/father-facts.tsx'
import type { CallError } from '../../../platform/data/call.ts'
import { useWrite } from '../../../platform/data/data.ts'
import { useDraft } from '../../../platform/drafts.ts'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { focusHeading } from '../../../platform/navigation/navigation.tsx'
import { noConnection } from '../../../platform/screen/notices.ts'
import { ChildrenFields } from './children-fields.tsx'
import { PictureButton, pictureHint } from './picture-button.tsx'
import { bodyOf, checks, fieldsOf, type ProfileFields, readFields } from './profile-fields.ts'
import { SpotFields } from './spot-fields.tsx'

type Props = {
  user: User
  /** The browser's city, if known. */
  cityNearby: string | undefined
  /** Back to viewing. */
  onDone: () => void
}

/** The form of the own profile. The input stays in this tab until it is saved or cancelled. */
export function ProfileForm({ user, cityNearby, onDone }: Props) {
  const { t, i18n } = useLingui()
  const draft = useDraft('profile', user.id, readFields)
  const form = useForm<ProfileFields>({ defaultValues: draft.restored ?? fieldsOf(user) })
  const { register, handleSubmit, watch, getValues, setValue, setError, formState } = form
  const { errors } = formState
  useEffect(focusHeading, [])

  const { keep } = draft
  const keeper = useRef(keep)
  keeper.current = keep
  useEffect(() => {
    const { unsubscribe } = watch(() => keeper.current(getValues()))
    return unsubscribe
  }, [watch, getValues])

  const { mutate, isPending } = useWrite(editProfile, {
    done: msg`Profile saved`,
    failed: ({ code }) => ({
      title: msg`Error updating the profile`,
      serverTextOr: code === 'offline' ? noConnection : msg`Your profile could not be saved. Please try again later.`,
    }),
    onDone: () => {
      draft.forget()
      onDone()
    },
    onFailed: error => {
      for (const [index, { path, message }] of issuesOf(error).entries()) {
        setError(path, { message }, { shouldFocus: index === 0 })
      }
    },
  })

  const errorOf = (field: keyof typeof checks & keyof ProfileFields) => sayIssue(errors[field]?.message)
  const optional = t`(optional)`
  const pair = 'grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2'
  const bio = watch('bio')
  const city = watch('city')

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
          <div className={pair}>
            <TextField
              label={t`First name`}
              autoComplete="given-name"
              required
              error={errorOf('firstName')}
              {...register('firstName', { validate: checks.firstName })}
            />
            <TextField
              label={t`Last name`}
              autoComplete="family-name"
              required
              error={errorOf('lastName')}
              {...register('lastName', { validate: checks.lastName })}
            />
          </div>
          <TextArea
            label={t`About you`}
            mark={optional}
            placeholder={t`Father of… Loves… Never without…`}
            counter={`${[...bio].length} / ${limits.bio}`}
            error={errorOf('bio')}
            {...register('bio', { validate: checks.bio })}
          />
          <div className={pair}>
            <TextField
              label={t`E-mail`}
              icon="mail"
              type="email"
              autoComplete="email"
              required
              error={errorOf('email')}
              {...register('email', { validate: checks.email })}
            />
            <TextField
              label={t`Phone`}
              mark={optional}
              icon="phone"
              type="tel"
              autoComplete="tel"
              hint={t`Nobody sees it unless you allow it in Settings.`}
              error={errorOf('phoneNumber')}
              {...register('phoneNumber', { validate: checks.phoneNumber })}
            />
          </div>
          <div>
            <TextField
              label={t`City`}
              icon="pin"
              autoComplete="address-level2"
              required
              hint={t`So that dads near you can find you. Others see no more than the city.`}
              error={errorOf('city')}
              {...register('city', { validate: checks.city })}
            />
            {cityNearby && city.trim() === '' && (
              <button
                type="button"
                className={`text-sm ${textLinkClass}`}
                onClick={() => setValue('city', cityNearby, { shouldDirty: true, shouldValidate: true })}
              >
                {t`Use ${cityNearby}`}
              </button>
            )}
          </div>
          <ChildrenFields locale={i18n.locale} />
          <SpotFields />
        </div>
        <div className="stands-below-phone phone:sticky phone:bottom-(--pd-bottombar-h) phone:z-10 phone:-mx-4 mt-4 flex flex-wrap items-center gap-2.5 phone:border-line phone:border-t-[1.5px] phone:bg-bg phone:px-4 phone:py-3">
          <Button
            disabled={isPending}
            className="md:ml-auto"
            onClick={() => {
              draft.forget()
              onDone()
            }}
          >
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="do" busy={isPending} busyLabel={t`Saving...`} className="phone:flex-1">
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

type FieldIssue = { path: FieldPath<ProfileFields>; message: string }

/** The server's errors for fields of this form. */
function issuesOf({ code, sentence = '', issues }: CallError): FieldIssue[] {
  if (code === 'auth.emailTaken') return [{ path: 'email', message: sentence }]
  return issues.filter((issue): issue is FieldIssue => issue.path in checks)
}
