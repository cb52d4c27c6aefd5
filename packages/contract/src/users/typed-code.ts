import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { issue } from '../problems.ts'
import { maxCharacters, storable } from '../schema.ts'
import { cleanLetters } from './letters.ts'

/** A code of so many letters and digits, however it is typed. */
export const typedCode = (length: number) =>
  z
    .string(issue('field.invalid'))
    .check(
      storable,
      maxCharacters(limits.typedCode, issue('field.invalid')),
      z.overwrite(cleanLetters),
      z.regex(new RegExp(`^[0-9A-Z]{${length}}$`), issue('field.invalid')),
    )
