import type { Settings } from '@papadag/contract/users/users'

const switches = { messages: true, playdates: true, reminders: true, nearby: false, evening: true }

/** For tests: the settings of a father who has changed none. */
export const someSettings = (
  changes: Partial<Omit<Settings, 'notifications'>> = {},
  notifications: Partial<Settings['notifications']> = {},
): Settings => ({
  childrenVisibility: 'contacts',
  matchAges: false,
  showChildNames: false,
  showPhone: false,
  lastNameInitialOnly: false,
  discoverable: true,
  spotlight: true,
  messagesFrom: 'everyone',
  readReceipts: true,
  language: 'nl',
  neighbourhood: null,
  showDistance: false,
  papaDays: [],
  papaDaysVisible: true,
  proposals: true,
  tellFirstNearby: false,
  placeQuestions: true,
  ...changes,
  notifications: {
    push: switches,
    mail: switches,
    remindBeforeMin: [1440, 120],
    eveningHour: 20,
    quietHours: null,
    timeZone: 'Europe/Amsterdam',
    ...notifications,
  },
})
