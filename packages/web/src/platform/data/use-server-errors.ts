import { useEffect, useEffectEvent } from 'react'
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import type { CallError } from './call.ts'

type Options<Fields extends FieldValues> = {
  /** The fields of the form that can show an error. */
  fields: readonly FieldPath<Fields>[]
  /** Refusals of the whole call that concern one field. */
  ofCode?: { [code in NonNullable<CallError['code']>]?: FieldPath<Fields> }
  /** Called before the first field is focused. */
  onFound?: (fields: FieldPath<Fields>[]) => void
}

/** Shows the server's refusals at the fields of a form; the first of them is focused. */
export function useServerErrors<Fields extends FieldValues>(
  setError: UseFormSetError<Fields>,
  refusal: CallError | null,
  { fields, ofCode = {}, onFound }: Options<Fields>,
): void {
  const show = useEffectEvent(({ code, sentence = '', issues }: CallError) => {
    const whole = code && ofCode[code]
    const found = whole ? [{ path: whole, message: sentence }] : issues
    const known = found.flatMap(({ path, message }) => {
      const field = fields.find(name => name === path)
      return field ? [{ field, message }] : []
    })
    onFound?.(known.map(({ field }) => field))
    for (const [index, { field, message }] of known.entries())
      setError(field, { message }, { shouldFocus: index === 0 })
  })
  useEffect(() => {
    if (refusal) show(refusal)
  }, [refusal])
}
