import type { PlaydateFields } from './form-fields.ts'

/** The fields under "More options", in their order on the screen. */
export const folded = [
  'description',
  'maxParticipants',
  'every',
  'minimumFathers',
  'area',
] as const satisfies readonly (keyof PlaydateFields)[]

/** Whether something under "More options" differs from what a new playdate has, so that it is shown at once. */
export const hasOptions = ({ description, minimumFathers, kind, locationVisibility }: PlaydateFields) =>
  description !== '' || minimumFathers !== 0 || kind === 'open' || locationVisibility === 'participants'
