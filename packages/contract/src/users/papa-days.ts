import * as z from 'zod/mini'
import { issue } from '../problems.ts'

/** The days of the week as the contract names them, Monday first. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** The half days a father can spend with his children, in the order of the week. */
export const halfDays = [
  'mon-am',
  'mon-pm',
  'tue-am',
  'tue-pm',
  'wed-am',
  'wed-pm',
  'thu-am',
  'thu-pm',
  'fri-am',
  'fri-pm',
  'sat-am',
  'sat-pm',
  'sun-am',
  'sun-pm',
] as const
export type HalfDay = (typeof halfDays)[number]

/** A father's own half days, each once; in replies in the order of the week. */
export const PapaDays = z
  .array(z.enum(halfDays, issue('settings.papaDays')), issue('settings.papaDays'))
  .check(z.maxLength(halfDays.length, issue('settings.papaDays')))
