import type { Db } from '../platform/db/db.ts'
import type { RememberedDevice, SessionRules } from '../platform/sessions/sessions.ts'
import { admitted, carryDevices, refuseSession } from './account.ts'
import { auditStart } from './audit.ts'

/** Who may have a session, and what follows from those of devices. */
export function sessionRules(secret: string): SessionRules {
  return {
    secret,
    admitted,
    refuse: refuseSession,
    carryOver: carryDevices,
    startedByDevice: auditStart,
    remembered: async (_tx: Db, _device: RememberedDevice) => {},
    copied: async (_tx: Db, _device: RememberedDevice) => {},
  }
}
