import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { issue } from '../problems.ts'
import { maxCharacters, storable } from '../schema.ts'
import { cleanLetters } from './letters.ts'

/** A code of letters and digits, however it is typed; `form` is what it is then. */
export const typedCode = (form: RegExp) =>
  z
    .string(issue('field.invalid'))
    .check(
      storable,
      maxCharacters(limits.typedCode, issue('field.invalid')),
      z.overwrite(cleanLetters),
      z.regex(form, issue('field.invalid')),
    )
