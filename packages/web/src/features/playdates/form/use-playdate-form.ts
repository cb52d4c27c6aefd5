import { useEffect, useRef } from 'react'
import { type ResolverResult, useForm } from 'react-hook-form'
import type { CallError } from '../../../platform/data/call.ts'
import { useServerErrors } from '../../../platform/data/use-server-errors.ts'
import type { Draft } from '../../../platform/drafts.ts'
import type { sayIssue } from '../../../platform/language/issue-texts.ts'
import { endAfter, minutesOf, type PlaydateFields, passesMidnight, problemsIn, type Times } from './form-fields.ts'

type Options = {
  initial: PlaydateFields
  draft: Draft<PlaydateFields>
  /** The existing times, which may be kept. */
  kept: Times | undefined
  /** Why the server refused it; errors of a field are shown there. */
  refusal: CallError | null
}

/** The values of the form, kept as a draft until they are sent; its end moves with its start. */
export function usePlaydateForm({ initial, draft, kept, refusal }: Options) {
  const form = useForm<PlaydateFields>({
    defaultValues: draft.restored ?? initial,
    resolver: values => resultOf(values, kept),
  })
  const { watch, getValues, setValue, setError } = form
  const { keep } = draft
  useEffect(() => {
    const { unsubscribe } = watch(values => keep({ ...initial, ...values }))
    return unsubscribe
  }, [watch, keep, initial])
  useServerErrors(setError, refusal, {
    fields: ['title', 'description', 'startTime', 'endTime', 'location', 'area', 'maxParticipants', 'minimumFathers'],
    ofCode: { 'playdate.tooFewPlaces': 'maxParticipants', 'series.tooMany': 'every' },
  })

  // The length chosen with the end; a start that is typed digit by digit must not change it.
  const lasts = useRef(minutesOf(draft.restored ?? initial))
  const mayPass = kept !== undefined && passesMidnight(kept)
  const keepLength = () => {
    const { startTime, endTime } = getValues()
    if (mayPass || startTime < endTime) lasts.current = minutesOf({ startTime, endTime }) ?? lasts.current
  }
  const moveEnd = () => {
    const { startTime, endTime } = getValues()
    if (lasts.current === undefined || minutesOf({ startTime, endTime }) === undefined) return
    setValue('endTime', endAfter(startTime, lasts.current, mayPass), { shouldDirty: true })
  }
  return { ...form, keepLength, moveEnd }
}

function resultOf(values: PlaydateFields, kept: Times | undefined): ResolverResult<PlaydateFields> {
  const problems = Object.entries(problemsIn(values, kept))
  if (problems.length === 0) return { values, errors: {} }
  const errors = Object.fromEntries(problems.map(([field, message]) => [field, { type: 'rule', message }]))
  return { values: {}, errors }
}

/** What each part of the form receives. */
export type PartProps = {
  form: ReturnType<typeof usePlaydateForm>
  typed: PlaydateFields
  errorOf: (field: keyof PlaydateFields) => ReturnType<typeof sayIssue>
}
