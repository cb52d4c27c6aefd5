import { tellCopied, tellRemembered } from './notifications/logins/devices.ts'
import { announceTo } from './screens/announce.ts'
import { none, type Rows } from './table.ts'

const nobodyElse = none('creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator')

/** What follows when a browser stays logged in, or turns out to have been copied. */
export const ofDevices: Rows<'deviceRemembered' | 'deviceCopied'> = {
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
}
