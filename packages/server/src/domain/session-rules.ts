import type { SessionRules } from '../platform/sessions/sessions.ts'
import { admitted, carryDevices, refuseSession } from './account.ts'
import { audit, auditStart } from './audit.ts'
import { record } from './facts.ts'

/** Who may have a session, and what follows from those of devices. */
export function sessionRules(secret: string): SessionRules {
  return {
    secret,
    admitted,
    refuse: refuseSession,
    carryOver: carryDevices,
    startedByDevice: auditStart,
    remembered: (tx, { id, userId, name }) => record(tx, { fact: 'deviceRemembered', userId, deviceId: id, name }),
    async copied(tx, { userId, name }) {
      await audit(tx, 'device.copied', userId)
      await record(tx, { fact: 'deviceCopied', userId, name })
    },
  }
}
