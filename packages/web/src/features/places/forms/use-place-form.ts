import { useEffect, useEffectEvent } from 'react'
import { type ResolverResult, type UseFormReturn, useForm } from 'react-hook-form'
import type { CallError } from '../../../platform/data/call.ts'
import { useServerErrors } from '../../../platform/data/use-server-errors.ts'
import type { Draft } from '../../../platform/drafts.ts'
import { changesIn, type PlaceChanges, type PlaceValues, problemsIn } from './form-values.ts'

export type PlaceForm = UseFormReturn<PlaceValues>

type Options = {
  initial: PlaceValues
  /** An earlier draft, applied on top of that. */
  typed?: PlaceValues
  /** Keeps changes until they are sent, except the picture. */
  draft: Draft<PlaceChanges>
  /** A restaurant requires an address. */
  needsAddress?: boolean
  /** Why the server refused it; errors of a field are shown there. */
  refusal: CallError | null
}

/** The place form, validated while typing (specification 4). */
export function usePlaceForm({ initial, typed = initial, draft, needsAddress = false, refusal }: Options): PlaceForm {
  const form = useForm<PlaceValues>({
    mode: 'onChange',
    defaultValues: { ...typed, ...draft.restored },
    resolver: values => resultOf(values, needsAddress),
  })
  const { setError, watch, getValues } = form
  const keep = useEffectEvent(() => draft.keep(changesIn(getValues(), initial)))
  useEffect(() => {
    const { unsubscribe } = watch(() => keep())
    return unsubscribe
  }, [watch])
  useServerErrors(setError, refusal, {
    fields: ['name', 'description', 'address', 'latitude', 'longitude', 'imageUrl'],
  })
  return form
}

function resultOf(values: PlaceValues, needsAddress: boolean): ResolverResult<PlaceValues> {
  const problems = Object.entries(problemsIn(values, { needsAddress }))
  if (problems.length === 0) return { values, errors: {} }
  return {
    values: {},
    errors: Object.fromEntries(problems.map(([field, message]) => [field, { type: 'rule', message }])),
  }
}
