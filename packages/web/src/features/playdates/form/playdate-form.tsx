import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { ownPlaydates } from '@papadag/contract/playdates'
import { Button } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { NumberStepper } from '@papadag/ui/fields/number-stepper'
import { TextArea, TextField } from '@papadag/ui/fields/text-field'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Controller, type Path, type ResolverResult, useForm } from 'react-hook-form'
import { childrenToBring } from '../../../domain/playdates/children-to-bring.ts'
import type { CallError } from '../../../platform/data/call.ts'
import { useRead } from '../../../platform/data/data.ts'
import type { Draft } from '../../../platform/drafts.ts'
import { dateAndTimeOf, foreignZone } from '../../../platform/language/dates.ts'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { navigate } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { DateField, Days, DotHint } from './date-field.tsx'
import { endAfter, minutesOf, type PlaydateFields, passesMidnight, problemsIn, type Times } from './form-fields.ts'
import { PlaceField } from './place-field.tsx'
import { useMedia } from './use-media.ts'

// Chunks of their own, since the form would otherwise load too slowly.
const AddressChoice = lazy(async () => ({ default: (await import('./address-choice.tsx')).AddressChoice }))
const RoomForOthers = lazy(async () => ({ default: (await import('./room-for-others.tsx')).RoomForOthers }))
const Preview = lazy(async () => ({ default: (await import('./form-preview.tsx')).Preview }))

// Our clock icon replaces the browser's.
const plainTime = '[&_::-webkit-calendar-picker-indicator]:hidden'

type Props = {
  initial: PlaydateFields
  draft: Draft<PlaydateFields>
  /** The current time, which may be kept. */
  kept?: Times
  submitLabel: string
  busy: boolean
  /** Another action is running: deleting. */
  blocked?: boolean
  /** Why the server refused; errors of a field are shown there. */
  refusal: CallError | null
  onSubmit: (fields: PlaydateFields) => void
  /** The creator states his children when planning; later on the playdate itself. */
  asksChildren?: boolean
  /** A notice before submitting. */
  note?: ReactNode
  /** A button at the far left: delete. */
  aside?: ReactNode
}

/** The form of a new or existing playdate. The input is kept as a draft until it is sent. */
export function PlaydateForm({ initial, draft, kept, busy, blocked = false, refusal, onSubmit, ...props }: Props) {
  const { t } = useLingui()
  const zone = foreignZone()
  const isWide = useMedia('(width >= 64rem)')
  const { register, control, handleSubmit, watch, getValues, setValue, setError, formState } = useForm<PlaydateFields>({
    defaultValues: draft.restored ?? initial,
    resolver: values => resultOf(values, kept),
  })
  const { errors } = formState
  const typed = watch()
  const { asksChildren = false, ...texts } = props
  // There is room for this many children.
  const room = childrenToBring({ maxParticipants: typed.maxParticipants, placesTaken: 0 }, 0).max
  const { keep } = draft
  useEffect(() => {
    const { unsubscribe } = watch(values => keep({ ...initial, ...values }))
    return unsubscribe
  }, [watch, keep, initial])

  useEffect(() => {
    for (const [index, { path, message }] of issuesOf(refusal).entries()) {
      setError(path, { message }, { shouldFocus: index === 0 })
    }
  }, [refusal, setError])

  // Chosen with the end; a start that is typed digit by digit must not change it.
  const lasts = useRef(minutesOf(draft.restored ?? initial))
  const keepLength = () => {
    const { startTime, endTime } = getValues()
    const mayPass = kept !== undefined && passesMidnight(kept)
    if (mayPass || startTime < endTime) lasts.current = minutesOf({ startTime, endTime }) ?? lasts.current
  }
  const moveEnd = () => {
    const { startTime, endTime } = getValues()
    if (lasts.current === undefined || minutesOf({ startTime, endTime }) === undefined) return
    const end = endAfter(startTime, lasts.current, kept !== undefined && passesMidnight(kept))
    setValue('endTime', end, { shouldDirty: true })
  }

  const errorOf = (field: keyof PlaydateFields) => sayIssue(errors[field]?.message)
  const mine = useRead(ownPlaydates, {})
  const busyDays = (mine.data ?? []).map(({ startTime }) => dateAndTimeOf(startTime).date)
  const days = {
    value: typed.date,
    busyDays,
    onChange: (date: string) => setValue('date', date, { shouldValidate: formState.isSubmitted }),
  }
  const optional = t`(optional)`

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <form noValidate onSubmit={handleSubmit(onSubmit)}>
        <div className="grid gap-4.5 md:rounded-kap-m md:bg-surface md:p-7 md:card-shadow phone:[&_:is(input,textarea,button)]:scroll-mb-20">
          <TextField
            label={t`What are we going to do?`}
            error={errorOf('title')}
            placeholder={t`Flying kites on the beach`}
            autoComplete="off"
            required
            {...register('title')}
          />
          <TextArea
            label={t`Tell us a bit more`}
            mark={optional}
            error={errorOf('description')}
            placeholder={t`Bring a kite. And dry socks.`}
            {...register('description')}
          />
          <Controller
            control={control}
            name="date"
            render={({ field: { ref } }) => <DateField {...days} ref={ref} error={errorOf('date')} />}
          />
          <div className="grid grid-cols-2 gap-3">
            <TextField
              label={t`From`}
              type="time"
              icon="clock"
              className={plainTime}
              required
              hint={zone && t`Time in ${zone}`}
              error={errorOf('startTime')}
              {...register('startTime', { deps: ['endTime'], onChange: moveEnd })}
            />
            <TextField
              label={t`Until`}
              type="time"
              icon="clock"
              className={plainTime}
              required
              error={errorOf('endTime')}
              {...register('endTime', { onChange: keepLength })}
            />
          </div>
          <Controller
            control={control}
            name="location"
            render={({ field: { value, onBlur, ref } }) => (
              <PlaceField
                value={value}
                placeId={typed.placeId}
                error={errorOf('location')}
                onBlur={onBlur}
                ref={ref}
                onChange={(location, placeId) => {
                  setValue('placeId', placeId)
                  setValue('location', location, { shouldDirty: true, shouldValidate: formState.isSubmitted })
                }}
              />
            )}
          />
          <Suspense fallback={<div className="min-h-28" />}>
            <AddressChoice
              value={typed.locationVisibility}
              onChange={visibility => setValue('locationVisibility', visibility, { shouldDirty: true })}
              suggest={city => typed.area || setValue('area', city)}
              area={{ ...register('area'), error: errorOf('area') }}
            />
          </Suspense>
          {asksChildren && (
            <Controller
              control={control}
              name="children"
              render={({ field: { value, onChange, onBlur, name, ref } }) => (
                <NumberStepper
                  label={t`How many of your own children are you bringing?`}
                  value={Math.min(value, room)}
                  onChange={onChange}
                  onBlur={onBlur}
                  name={name}
                  ref={ref}
                  min={0}
                  max={room}
                  decreaseLabel={t`One child fewer`}
                  increaseLabel={t`One child more`}
                />
              )}
            />
          )}
          <Controller
            control={control}
            name="maxParticipants"
            render={({ field: { value, onChange, onBlur, name, ref } }) => (
              <NumberStepper
                label={t`How many at most?`}
                hint={t`Includes yourself and your children`}
                error={errorOf('maxParticipants')}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                name={name}
                ref={ref}
                min={limits.maxParticipantsMin}
                max={limits.maxParticipants}
                decreaseLabel={t`One fewer`}
                increaseLabel={t`One more`}
              />
            )}
          />
          <Suspense>
            <RoomForOthers
              max={typed.maxParticipants}
              ofHis={Math.min(typed.children, room)}
              onRaise={to =>
                setValue('maxParticipants', to, { shouldDirty: true, shouldValidate: formState.isSubmitted })
              }
            />
          </Suspense>
        </div>
        {texts.note}
        <div className="stands-below-phone phone:sticky phone:bottom-(--pd-bottombar-h) phone:z-10 phone:-mx-4 mt-4 flex flex-wrap items-center gap-2.5 phone:border-line phone:border-t-[1.5px] phone:bg-bg phone:px-4 phone:py-3">
          {texts.aside}
          <Button
            disabled={busy || blocked}
            className="md:ml-auto"
            onClick={() => {
              draft.forget()
              navigate(pathTo('playdates'))
            }}
          >
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            variant="do"
            disabled={blocked}
            busy={busy}
            busyLabel={t`Saving...`}
            className="min-w-0 phone:flex-1"
          >
            {texts.submitLabel}
          </Button>
        </div>
      </form>
      {isWide && (
        <div className="sticky top-[calc(var(--pd-header-h)+16px)] grid gap-4">
          <Card>
            <Days {...days} />
            {busyDays.length > 0 && <DotHint />}
          </Card>
          <div aria-hidden className="rounded-kap-m bg-picked-soft p-4">
            <p className="mb-2.5 font-bold text-ink-2 text-xs">
              <Trans>This is how it will look on the board</Trans>
            </p>
            <Suspense fallback={<div className="min-h-28" />}>
              <Preview fields={typed} />
            </Suspense>
          </div>
        </div>
      )}
    </div>
  )
}

function resultOf(values: PlaydateFields, kept: Times | undefined): ResolverResult<PlaydateFields> {
  const problems = Object.entries(problemsIn(values, kept))
  if (problems.length === 0) return { values, errors: {} }
  const errors = Object.fromEntries(problems.map(([field, message]) => [field, { type: 'rule', message }]))
  return { values: {}, errors }
}

type FieldIssue = { path: Path<PlaydateFields>; message: string }

/** The server's errors for fields of this form. */
function issuesOf(refusal: CallError | null): FieldIssue[] {
  if (!refusal) return []
  if (refusal.code === 'playdate.tooFewPlaces') return [{ path: 'maxParticipants', message: refusal.sentence ?? '' }]
  const names: readonly string[] = [
    'title',
    'description',
    'startTime',
    'endTime',
    'location',
    'area',
    'maxParticipants',
  ]
  return refusal.issues.filter((issue): issue is FieldIssue => names.includes(issue.path))
}
