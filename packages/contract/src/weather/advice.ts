import * as z from 'zod/mini'
import { issue } from '../problems.ts'

/** What the weather during a playdate amounts to. */
export const weatherAdvice = ['dry', 'rain', 'cold', 'wind'] as const
export type WeatherAdvice = (typeof weatherAdvice)[number]

/** The weather for which a playdate moves to another place. */
export const movedFor = ['rain', 'cold', 'wind'] as const satisfies WeatherAdvice[]
export type MovedFor = (typeof movedFor)[number]

/** In an edit: the weather for which it moves; those who are told of the new place read it. */
export const moving = { movedFor: z.optional(z.enum(movedFor, issue('field.invalid'))) }
