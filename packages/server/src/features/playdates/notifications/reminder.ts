import * as z from 'zod/mini'
import { comingOf } from '../../../domain/notifications/coming.ts'
import { type OutgoingKind, pathToPlaydate } from '../../../domain/notifications/kind.ts'

const Payload = z.object({ startTime: z.string() })

/** Reminds a participant before the playdate begins, unless it has been moved. */
export const reminder: OutgoingKind = {
  kind: 'reminder',
  setting: 'reminders',
  hasMail: true,
  async contentOf(db, dues) {
    const coming = await comingOf(db, dues)
    return dues.map(({ playdateId, payload }, at) => {
      const { startTime, isOn } = coming[at] ?? {}
      return isOn && startTime && playdateId !== null && startTime === Payload.parse(payload).startTime
        ? { tag: `playdate-${playdateId}`, path: pathToPlaydate(playdateId), startTime }
        : undefined
    })
  },
  text: {
    title: {
      nl: 'Denk aan je speelafspraak',
      en: 'Your playdate is coming up',
      de: 'Denk an deine Verabredung',
      fr: 'Rappel de ton rendez-vous',
      es: 'Recuerda tu quedada',
    },
    body: {
      nl: 'Op {when} heb je een speelafspraak.',
      en: 'You have a playdate on {when}.',
      de: 'Am {when} hast du eine Verabredung.',
      fr: 'Tu as un rendez-vous le {when}.',
      es: 'Tienes una quedada el {when}.',
    },
  },
}
