import * as z from 'zod/mini'
import { issue } from '../problems.ts'

/** What the weather during a playdate amounts to. */
export const weatherAdvice = ['dry', 'rain', 'cold', 'wind'] as const
export type WeatherAdvice = (typeof weatherAdvice)[number]

/** The weather for which a playdate moves to another place. */
export const movedFor = ['rain', 'cold', 'wind'] as const satisfies WeatherAdvice[]
export type MovedFor = (typeof movedFor)[number]

/** In an edit: the weather because of which it moves, shown to those who are notified of the new place. */
export const moving = { movedFor: z.optional(z.enum(movedFor, issue('field.invalid'))) }
