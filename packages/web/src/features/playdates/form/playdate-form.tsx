import { Trans, useLingui } from '@lingui/react/macro'
import { ownPlaydates, type Playdate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { TextField } from '@papadag/ui/fields/text-field'
import { Icon } from '@papadag/ui/pictures/icon'
import { type ComponentProps, type FocusEvent, lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import type { CallError } from '../../../platform/data/call.ts'
import { useRead } from '../../../platform/data/data.ts'
import type { Draft } from '../../../platform/drafts.ts'
import { dateAndTimeOf } from '../../../platform/language/dates.ts'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { navigate } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { useMedia } from '../../../platform/screen/use-media.ts'
import { laterInside } from '../../../platform/screen/when-near.tsx'
import type { Position } from '../list/use-first-upcoming.ts'
import { Days, DotHint } from './date-field.tsx'
import { folded, hasOptions } from './folded.ts'
import type { PlaydateFields, Times } from './form-fields.ts'
import { type PartProps, usePlaydateForm } from './use-playdate-form.ts'
import { WhenFields } from './when-fields.tsx'
import { WhereFields } from './where-fields.tsx'

// A separate chunk, since the form would otherwise load too slowly.
const Preview = lazy(async () => ({ default: (await import('./form-preview.tsx')).Preview }))

const ChildrenField = laterInside(async () => (await import('./children-field.tsx')).ChildrenField, 'others')

const DayHint = laterInside(async () => (await import('./day-hint.tsx')).DayHint, 'others')

const MoreOptions = laterInside(async () => (await import('./more-options.tsx')).MoreOptions, 'others')

// The height below which the bars of a phone make room as well (`typing`).
const lowPx = 560

type Props = {
  initial: PlaydateFields
  draft: Draft<PlaydateFields>
  /** The existing playdate, whose times may be kept. */
  kept?: Times & Pick<Playdate, 'id'>
  submitLabel: string
  busy: boolean
  /** Another action is running: deletion. */
  blocked?: boolean
  /** Why the server refused it; errors of a field are shown there. */
  refusal: CallError | null
  onSubmit: (fields: PlaydateFields) => void
  /** The creator enters his children when planning; later he does so on the playdate itself. */
  asksChildren?: boolean
  /** Its time is one of several proposed ones, so it neither repeats nor has a minimum. */
  isProposal?: boolean
  /** Whether it can be an open hour. */
  mayBeOpen?: boolean
  /** His next papa day, with which a new playdate begins once it is known; null while it is read. */
  ownDay?: string | null | undefined
  /** Where he is or lives, so that places near him are offered. */
  near?: Position | undefined
  /** What follows the time, given what has been typed and the days on which he has plans. */
  afterWhen?: (typed: PlaydateFields, isSubmitted: boolean, busyDays: readonly string[]) => ReactNode
  /** What follows the location, given what has been typed. */
  afterWhere?: (typed: PlaydateFields) => ReactNode
  /** What precedes the buttons, or holds them back. */
  end?: (buttons: ReactNode) => ReactNode
  /** A button at the far left: delete. */
  aside?: ReactNode
}

/** The form of a new or existing playdate. The input is kept as a draft until it is sent. */
export function PlaydateForm({
  initial,
  draft,
  kept,
  refusal,
  onSubmit,
  asksChildren = false,
  isProposal = false,
  mayBeOpen = false,
  ownDay,
  near,
  afterWhen,
  afterWhere,
  end = buttons => buttons,
  ...props
}: Props) {
  const { t } = useLingui()
  const isWide = useMedia('(width >= 64rem)')
  const form = usePlaydateForm({ initial, draft, kept, refusal })
  const { register, setValue, formState } = form
  const typed = form.watch()
  const errorOf = (field: keyof PlaydateFields) => sayIssue(formState.errors[field]?.message)
  const mine = useRead(ownPlaydates, {})
  const days = {
    value: typed.date,
    busyDays: (mine.data ?? []).map(({ startTime }) => dateAndTimeOf(startTime).date),
    onChange: (date: string) => setValue('date', date, { shouldValidate: formState.isSubmitted }),
  }
  const parts = { form, typed, errorOf }
  useOwnDay(form, initial.date, draft.restored ? undefined : ownDay)

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <form noValidate onSubmit={form.handleSubmit(onSubmit)}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5 md:rounded-kap-m md:bg-surface md:p-7 md:card-shadow phone:[&_:is(input,textarea,button)]:scroll-mb-20">
          <TextField
            label={t`What are we going to do?`}
            error={errorOf('title')}
            placeholder={t`Flying kites on the beach`}
            autoComplete="off"
            required
            onFocus={makeRoom}
            {...register('title')}
          />
          <WhenFields
            {...parts}
            days={days}
            hint={
              <Suspense fallback={noHint(asksChildren)}>
                <DayHint {...{ typed, kept, ownDay }} mine={mine.data ?? []}>
                  {noHint(asksChildren)}
                </DayHint>
              </Suspense>
            }
          />
          {afterWhen?.(typed, formState.isSubmitted, days.busyDays)}
          <WhereFields {...parts} near={near} />
          {afterWhere?.(typed)}
          {asksChildren && !isProposal && typed.kind !== 'open' && (
            <Suspense fallback={<div className="min-h-36" />}>
              <ChildrenField {...parts} />
            </Suspense>
          )}
          <Options {...parts} isNew={asksChildren} mayBeOpen={mayBeOpen} isProposal={isProposal} />
        </div>
        {end(<Buttons {...props} draft={draft} />)}
      </form>
      {isWide && <Beside days={days} typed={typed} />}
    </div>
  )
}

/** A new playdate's day may be given a hint as it arrives, for which its line is kept. */
const noHint = (isNew: boolean) => (isNew ? '\u00a0' : null)

type BesideProps = { days: ComponentProps<typeof Days>; typed: PlaydateFields }

/** On a wide screen: the month, and the playdate as its card will look. */
function Beside({ days, typed }: BesideProps) {
  return (
    <div className="sticky top-[calc(var(--pd-header-h)+16px)] grid gap-4">
      <Card>
        <Days {...days} />
        {days.busyDays.length > 0 && <DotHint />}
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
  )
}

/** Above an open keyboard little is left, so the first field goes to the top to show those that follow. */
function makeRoom({ currentTarget }: FocusEvent<HTMLInputElement>) {
  if (innerHeight < lowPx) currentTarget.closest('form')?.scrollIntoView()
}

type OptionsProps = PartProps & { isNew: boolean; mayBeOpen: boolean; isProposal: boolean }

/** Folded for a new playdate, as long as nothing in it has been chosen or refused. */
function Options(props: OptionsProps) {
  const { errors } = props.form.formState
  const id = useId()
  const [isOpen, setIsOpen] = useState(!props.isNew || hasOptions(props.typed))
  if (!isOpen && folded.some(name => errors[name])) setIsOpen(true)
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-13 w-full items-center justify-between rounded-kap-s px-4 text-left font-[650] edge-line-2"
      >
        {isOpen ? <Trans>Fewer options</Trans> : <Trans>More options</Trans>}
        <Icon name="down" size={18} className={isOpen ? 'rotate-180' : ''} />
      </button>
      <div id={id} hidden={!isOpen} className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
        {isOpen &&
          (props.isNew ? (
            <Suspense fallback={<div className="min-h-61" />}>
              <MoreOptions {...props} />
            </Suspense>
          ) : (
            // The form of an existing playdate waits for them, so that no button moves under a thumb.
            <MoreOptions {...props} />
          ))}
      </div>
    </>
  )
}

/** His next papa day replaces the day that the form began with, unless he has chosen another. */
function useOwnDay({ getValues, setValue }: PartProps['form'], begun: string, ownDay: string | null | undefined) {
  useEffect(() => {
    if (ownDay && getValues('date') === begun) setValue('date', ownDay)
  }, [ownDay, begun, getValues, setValue])
}

type ButtonsProps = Pick<Props, 'draft' | 'submitLabel' | 'busy' | 'blocked' | 'aside'>

function Buttons({ draft, submitLabel, busy, blocked = false, aside }: ButtonsProps) {
  const { t } = useLingui()
  return (
    <div className="stands-below-phone typing:static phone:sticky phone:bottom-(--pd-bottombar-h) phone:z-10 phone:-mx-4 mt-4 flex flex-wrap items-center gap-2.5 phone:border-line phone:border-t-[1.5px] phone:bg-bg phone:px-4 phone:py-3">
      {aside}
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
        className="max-w-full phone:flex-1"
      >
        {submitLabel}
      </Button>
    </div>
  )
}
