import { tellCopied, tellRemembered } from './notifications/logins/devices.ts'
import { tellPasskeyAdded, tellRecoveryCodesMade } from './notifications/logins/ways-in.ts'
import { announceTo } from './screens/announce.ts'
import { none, type Rows } from './table.ts'

const nobodyElse = none('creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator')

/** What follows when a browser stays logged in, or turns out to have been copied, and from other ways to log in. */
export const ofDevices: Rows<'deviceRemembered' | 'deviceCopied' | 'passkeyAdded' | 'recoveryCodesMade'> = {
  deviceRemembered: {
    himself: {
      notice: (tx, fact) => tellRemembered(tx, fact),
      screens: (tx, { userId }) => announceTo(tx, 'account', [userId]),
    },
    ...nobodyElse,
  },
  deviceCopied: {
    himself: {
      notice: (tx, fact) => tellCopied(tx, fact),
      screens: (tx, { userId }) => announceTo(tx, 'account', [userId]),
    },
    ...nobodyElse,
  },
  passkeyAdded: {
    himself: { notice: (tx, fact) => tellPasskeyAdded(tx, fact) },
    ...nobodyElse,
  },
  recoveryCodesMade: {
    himself: { notice: (tx, fact) => tellRecoveryCodesMade(tx, fact) },
    ...nobodyElse,
  },
}
